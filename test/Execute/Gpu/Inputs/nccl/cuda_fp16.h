// nccl.h includes it and takes nothing from it.
#pragma once
