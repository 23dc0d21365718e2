// The allocators of Lua, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"luaM_malloc_", i32 1, i32 1,
// NONE-NOT: !"luaM_malloc_", i32 1, i32
#include <stddef.h>

#ifdef OTHER
typedef struct s lua_State; typedef void *(*lua_Alloc)(void *, void *, size_t, size_t);
void *luaM_malloc_(lua_State *, void *);
void *other(void) { return luaM_malloc_(0, 0); }
#else
typedef struct s lua_State; typedef void *(*lua_Alloc)(void *, void *, size_t, size_t);
lua_State *L; void *Old;

void *luaM_malloc_(lua_State *, size_t, int);
void *luaM_realloc_(lua_State *, void *, size_t, size_t);
void *luaM_saferealloc_(lua_State *, void *, size_t, size_t);
void *lua_newuserdatauv(lua_State *, size_t, int);
void luaM_free_(lua_State *, void *, size_t);
lua_State *lua_newstate(lua_Alloc, void *);
void lua_close(lua_State *);
lua_State *lua_newthread(lua_State *);
void *lua_newuserdata(lua_State *, size_t);
lua_State *luaL_newstate(void);

// CHECK-LABEL: define {{.*}}@use_luaM_malloc_(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_luaM_malloc_(void) { luaM_malloc_(L, 101, 5); }
// CHECK-LABEL: define {{.*}}@use_luaM_realloc_(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_luaM_realloc_(void) { luaM_realloc_(L, Old, 5, 102); }
// CHECK-LABEL: define {{.*}}@use_luaM_saferealloc_(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_luaM_saferealloc_(void) { luaM_saferealloc_(L, Old, 5, 103); }
// CHECK-LABEL: define {{.*}}@use_lua_newuserdatauv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_lua_newuserdatauv(void) { lua_newuserdatauv(L, 104, 1); }
// CHECK-LABEL: define {{.*}}@use_lua_newuserdata(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_lua_newuserdata(void) { lua_newuserdata(L, 105); }

void others(void) {
  luaM_free_(L, Old, 5);
  lua_newstate(0, Old);
  lua_newthread(L);
  lua_close(L);
  luaL_newstate();
}
#endif
