#include "Pch.h"
