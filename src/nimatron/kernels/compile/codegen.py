"""Machine code from the functions that Python knows as kernels: the one module that needs numba.

numba alone would optimise every function by itself, make machine code and wrappers for Python, and do so again in
every function that calls it. Here only the function that Python calls becomes machine code, together with all
functions that it calls. That takes a third of the time.
"""

# mypy: disallow-untyped-calls=False

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import from_dtype, types
from numba.core import typed_passes, untyped_passes  # the few passes that plain loops need
from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen  # to hold functions without making code of each of them
from numba.core.compiler import CompilerBase  # to choose the passes
from numba.core.compiler_lock import global_compiler_lock  # numba compiles in one thread at a time
from numba.core.compiler_machinery import PassManager  # to run the passes without an analysis after each of them
from numba.core.dispatcher import Dispatcher  # the object by which one kernel calls another
from numba.core.registry import CPUTarget, cpu_target  # all types and functions that numba knows for a processor
from numba.core.typing.context import Context  # to remember the types of operators
from numba.extending import intrinsic

from ..cram import widetype  # noqa: F401 - numba must know the operators of wide words before it sees a kernel
from .slots import BOOL, FLOAT, INT, NOTHING, UNSIGNED, Kind

OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # a kernel allocates nothing, so no references are counted
}

WORD = ir.IntType(64)


class MachineCode(NamedTuple):
    """Machine code, the kind of its result, and the names of the outside functions that it calls."""

    returns: Kind
    needs: list[str]
    code: bytes


# -- numba, with less work -----------------------------------------------------------------------


class _Library(CPUCodeLibrary):
    """One function in LLVM's language. It waits, not optimised, for the function that Python calls."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def add_llvm_module(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # there is no machine code yet, and nobody calls it

    def closure(self) -> list[Any]:
        """This library and the libraries of all functions that it calls."""
        found, todo = {id(self): self}, [self]
        while todo:
            for library in getattr(todo.pop(), "_linking_libraries", ()):
                if id(library) not in found:
                    found[id(library)] = library
                    todo.append(library)
        return list(found.values())


class _Codegen(JITCPUCodegen):
    _library_class = _Library  # type: ignore[assignment]

    def _add_module(self, module: Any) -> None:
        pass

    def set_env(self, name: str, environment: Any) -> None:
        pass  # only code that handles Python objects has an environment


class _Typing(Context):
    """Remembers the types of operators and of numba's functions: kernels use the same few again and again."""

    def __init__(self, usual: Context) -> None:
        self.__dict__ = usual.__dict__  # what is registered there is known here, now and later
        self.results: dict[Any, Any] = {}

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        key = func, tuple(args)
        if kws or not _is_fixed(key):
            return super().resolve_function_type(func, args, kws)
        found = self.results.get(key) or super().resolve_function_type(func, args, kws)
        if found:
            self.results[key] = found
        return found


def _is_fixed(key: tuple[Any, tuple[Any, ...]]) -> bool:
    """Does the type of a call depend on this key alone? The type of a kernel does not: asking for it compiles it."""
    try:
        hash(key)
    except TypeError:  # a type may hold a constant slice
        return False
    return not isinstance(key[0], types.Type) or isinstance(key[0], types.Function)


class _Target(CPUTarget):
    """numba's usual target, with all that it knows of types and functions, but with our way to make code."""

    typing_context = _Typing(cpu_target.typing_context)

    @cached_property
    def target_context(self) -> Any:
        usual = cpu_target.target_context
        usual.refresh()
        return usual.subtarget(_internal_codegen=_Codegen("nimatron"), typing_context=self.typing_context)


class _Manager(PassManager):
    """Runs the passes. After most of them numba would also look where each variable is used for the last time."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: N802 - numba's name
        pss.analysis = self._analysis
        pss.run_pass(internal_state)


class _Compiler(CompilerBase):
    """The passes that plain loops over numbers and arrays need."""

    def define_pipelines(self) -> list[Any]:
        passes = _Manager("plain loops")
        for one in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.RewriteSemanticConstants,  # the length of a tuple is known,
            untyped_passes.DeadBranchPrune,  # and so the branches for other lengths go
            untyped_passes.GenericRewrites,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(one, one.__name__)
        passes.finalize()
        return [passes]


class _Dispatcher(Dispatcher):
    targetdescr = _Target("cpu")

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres

    def get_call_template(self, args: Any, kws: Any) -> Any:
        # A constant is a number like any other: numba would compile a copy of the kernel for each constant.
        plain = tuple(types.unliteral(arg) for arg in args)
        return super().get_call_template(plain, kws)


# -- what numba sees of kernels ------------------------------------------------------------------


@cache
def _dispatcher(function: Callable[..., Any], inline: bool) -> Any:
    return _Dispatcher(function, targetoptions={**OPTIONS, "forceinline": inline}, pipeline_class=_Compiler)


def dispatcher_type(function: Callable[..., Any], inline: bool) -> Any:
    """The type of a kernel in the kernels that call it."""
    return _dispatcher(function, inline)._type


def intrinsic_type(write: Callable[..., Any], prefer_literal: bool) -> Any:
    """The type of a function that is written in instructions."""
    made = intrinsic(prefer_literal=prefer_literal)(write)
    typing = _Dispatcher.targetdescr.typing_context
    typing.refresh()
    return typing.resolve_value_type(made)


def type_of(kind: Kind) -> Any:
    """The type that numba has for a kind."""
    if isinstance(kind, str):
        return from_dtype(np.dtype(kind))
    if len(kind) == 5:
        name, dimensions, layout, writeable, aligned = kind
        item = from_dtype(np.dtype(name))
        return types.Array(item, dimensions, layout, readonly=not writeable, aligned=aligned)
    owner, items = kind
    return types.BaseTuple.from_types(tuple(map(type_of, items)), owner)


def _returns(type_: Any) -> Kind:
    numbers = {types.int64: INT, types.uint64: UNSIGNED, types.float64: FLOAT, types.boolean: BOOL, types.none: NOTHING}
    if type_ in numbers:
        return numbers[type_]
    if isinstance(type_, types.BaseTuple):
        return [_returns(item) for item in list(type_)]  # type: ignore[call-overload]
    raise TypeError(f"a kernel returns numbers of 64 bits and tuples of these, not {type_}")


# -- machine code --------------------------------------------------------------------------------


def compile_kernel(
    function: Callable[..., Any], inline: bool, kinds: tuple[Kind, ...], symbol: str, unrolls: bool
) -> MachineCode:
    """Compile a kernel for these kinds of arguments, as a function of this name."""
    signature = tuple(map(type_of, kinds))
    with global_compiler_lock:
        dispatcher = _dispatcher(function, inline)
        dispatcher.compile(signature)
        compiled = dispatcher.overloads[signature]
        module = _link(compiled, symbol)
        machine = dispatcher.targetctx.codegen()._tm
        _optimise(module, machine, unrolls)
        return MachineCode(_returns(compiled.signature.return_type), _needs(module), machine.emit_object(module))


def _link(compiled: Any, symbol: str) -> Any:
    """One module with the function that Python calls and all functions that it needs."""
    context, codegen = _Dispatcher.targetdescr.target_context, compiled.library.codegen
    emitted = codegen._create_empty_module(symbol)
    _emit_entry(context.declare_function(emitted, compiled.fndesc), emitted, symbol)
    module = binding.parse_assembly(str(emitted))
    for library in compiled.library.closure():
        module.link_in(_as_once(library._final_module))
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name != symbol:
            one.linkage = "internal"
    module.verify()
    return module


def _as_once(module: Any) -> Any:
    """A copy whose functions may be defined again, because several libraries may define the same function."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            function.linkage = "linkonce_odr"
    return copy


def _emit_entry(native: Any, module: Any, symbol: str) -> None:
    """Emit the function that takes its arguments from slots and writes its results to other slots."""
    row = WORD.as_pointer()
    entry = ir.Function(module, ir.FunctionType(ir.IntType(32), [row, row]), symbol)
    builder = ir.IRBuilder(entry.append_basic_block())
    answer, fault, *taken = native.function_type.args
    slots, results = entry.args
    values = [_argument(builder, builder.load(builder.gep(slots, [WORD(i)])), kind) for i, kind in enumerate(taken)]
    place = builder.alloca(answer.pointee)
    status = builder.call(native, [place, builder.alloca(fault.pointee), *values])
    for i, value in enumerate(_items(builder, builder.load(place))):
        builder.store(value, builder.gep(results, [WORD(i)]))
    builder.ret(status)


def _argument(builder: Any, slot: Any, kind: Any) -> Any:
    """A slot, in the type in which numba passes the argument."""
    if isinstance(kind, ir.PointerType):
        return builder.inttoptr(slot, kind)
    if isinstance(kind, ir.DoubleType):
        return builder.bitcast(slot, kind)
    return slot if kind.width == WORD.width else builder.trunc(slot, kind)


def _items(builder: Any, value: Any) -> Iterator[Any]:
    """The slots of all numbers of a result."""
    kind = value.type
    if isinstance(kind, ir.ArrayType | ir.LiteralStructType):
        for i in range(len(kind)):
            yield from _items(builder, builder.extract_value(value, i))
    elif isinstance(kind, ir.DoubleType):
        yield builder.bitcast(value, WORD)
    elif isinstance(kind, ir.IntType):  # an int of fewer bits is a truth value
        yield value if kind.width == WORD.width else builder.zext(value, WORD)


def _optimise(module: Any, machine: Any, unrolls: bool) -> None:
    options = binding.create_pipeline_tuning_options(3)
    options.slp_vectorization = False
    options.loop_vectorization = options.loop_interleaving = options.loop_unrolling = unrolls
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _needs(module: Any) -> list[str]:
    """The names of the functions and variables that the code uses and does not define."""
    named = (*module.functions, *module.global_variables)
    return sorted(one.name for one in named if one.is_declaration and not one.name.startswith("llvm."))
