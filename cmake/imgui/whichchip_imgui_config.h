// Compile-time settings of Dear ImGui.
#pragma once

// Large tables and plots pass 65 536 vertices in one draw list.
#define ImDrawIdx unsigned int

// The page ships no debugging windows and uses no deprecated names.
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_OBSOLETE_KEYIO
#define IMGUI_DISABLE_FILE_FUNCTIONS
