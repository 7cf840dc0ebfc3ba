"""Machine code from the functions that Python knows as kernels: the one place that needs numba.

numba optimises every function by itself, makes machine code and wrappers for Python of it, and then does so again in
every function that calls it. Here only the function that Python calls becomes machine code, with all that it calls
inside. That takes half the time. The types of operators are worked out once for all functions, and no pass runs that
changes nothing in the plain loops here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba.core import config, typed_passes, types, untyped_passes
from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUTarget, cpu_target
from numba.core.typing.context import Context
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from . import widetype  # noqa: F401 - its operators are known from the beginning
from .lowering import Backend, Lowering
from .passes import Blocks, Rewrites, Ssa, StripPhis
from .passing import WORD, models, sure_call
from .slots import BOOL, FLOAT, INT, NOTHING, UNSIGNED, Kind

OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # no references are counted: nothing is allocated
}


class Made(NamedTuple):
    """Machine code, what it returns, and the names of what it calls."""

    returns: Kind
    needs: list[str]
    code: bytes


# -- numba, with less work -----------------------------------------------------------------------


class _Part(CPUCodeLibrary):
    """A compiled function as LLVM takes it; it waits for the one that Python calls."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def add_llvm_module(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # there is none yet

    def parts(self) -> list[Any]:
        """This one and all that it calls."""
        found, todo = {id(self): self}, [self]
        while todo:
            for part in getattr(todo.pop(), "_linking_libraries", ()):
                if id(part) not in found:
                    found[id(part)] = part
                    todo.append(part)
        return list(found.values())


class _Codegen(JITCPUCodegen):
    _library_class = _Part  # type: ignore[assignment]

    def _add_module(self, module: Any) -> None:
        pass

    def set_env(self, name: str, environment: Any) -> None:
        pass  # only code that handles Python's objects has one


class _Typing(Context):
    """Remembers the types of operators and of functions of numba: kernels use the same few again and again."""

    def __init__(self, usual: Context) -> None:
        self.__dict__ = usual.__dict__  # all that is registered there is known here, now and later
        self.known: dict[Any, Any] = {}

    def load_additional_registries(self) -> None:
        pass  # `usual` has them

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        key = self._key(func, args, kws)
        if key in self.known:
            return self.known[key]
        found = super().resolve_function_type(func, args, kws)  # type: ignore[no-untyped-call]
        if key and found:
            self.known[key] = found
        return found

    def _key(self, func: Any, args: Any, kws: Any) -> Any:
        """None if the answer may depend on more than the types, as it does for kernels."""
        if kws or (isinstance(func, types.Type) and not isinstance(func, types.Function)):
            return None
        key = func, tuple(args)
        try:
            hash(key)
        except TypeError:  # a type may hold a constant slice, which has no hash
            return None
        return key


class _Context(CPUContext):
    """Writes kernels. All that is registered with numba is known here, now and later."""

    never_fail: set[str]
    """The names of functions that always return."""
    found: dict[Any, Any]
    """How operators and functions of numba are written, by their types."""

    def __init__(self, usual: CPUContext, typing: _Typing) -> None:
        usual.refresh()  # type: ignore[no-untyped-call]
        self.__dict__ = {**usual.__dict__, "typing_context": typing, "data_model_manager": models()}
        self.__dict__.pop("call_conv", None)  # it would know the usual models
        self._internal_codegen = _Codegen("nimatron")  # type: ignore[no-untyped-call]
        self.cached_internal_func: dict[Any, Any] = {}
        self.never_fail, self.found = set(), {}

    def load_additional_registries(self) -> None:
        # numba's modules were all imported above. Only what is new in them is looked for: instructions of kernels.
        for registry in list(self._registries):
            self.install_registry(registry)  # type: ignore[no-untyped-call]

    def get_function(self, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
        if isinstance(fn, types.Dispatcher):
            return super().get_function(fn, sig, _firstcall)  # type: ignore[no-untyped-call]
        key = fn, sig
        if key not in self.found:
            self.found[key] = super().get_function(fn, sig, _firstcall)  # type: ignore[no-untyped-call]
        return self.found[key]

    def insert_user_function(self, func: Any, fndesc: Any, libs: Any = ()) -> None:
        if fndesc.mangled_name in self.never_fail:
            call = sure_call(fndesc, libs)
            self._defns[func].append(call, call.signature)
        else:
            super().insert_user_function(func, fndesc, libs)  # type: ignore[no-untyped-call]


class _Target(CPUTarget):
    def __init__(self) -> None:
        super().__init__("cpu")  # type: ignore[no-untyped-call]
        self._typing = _Typing(cpu_target.typing_context)
        self._context = _Context(cpu_target.target_context, self._typing)

    @property
    def target_context(self) -> Any:
        return self._context

    @property
    def typing_context(self) -> Any:
        return self._typing


class _Manager(PassManager):
    """Runs passes and nothing between them. numba would look at all variables again: these passes do so themselves."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: N802 - numba's name
        pss.analysis = self._analysis
        pss.run_initialization(internal_state)
        pss.run_pass(internal_state)
        pss.run_finalizer(internal_state)


class _Passes(CompilerBase):
    """The passes that plain loops over numbers and arrays need."""

    def define_pipelines(self) -> list[Any]:
        passes = _Manager("plain loops")  # type: ignore[no-untyped-call]
        for one in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            Blocks,
            untyped_passes.RewriteSemanticConstants,  # the length of a tuple is known,
            untyped_passes.DeadBranchPrune,  # and so which branches are for it
            Rewrites,
            Ssa,
            typed_passes.NopythonTypeInference,
            StripPhis,
            typed_passes.AnnotateTypes,
            Lowering,
            Backend,
        ):
            passes.add_pass(one, one.__name__)  # type: ignore[no-untyped-call]
        passes.finalize()  # type: ignore[no-untyped-call]
        return [passes]


class _Dispatcher(Dispatcher):
    targetdescr = _Target()

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres

    def get_call_template(self, args: Any, kws: Any) -> Any:
        # A constant is a number like any other: else numba would compile a copy for each that it sees.
        plain = tuple(types.unliteral(arg) for arg in args)  # type: ignore[no-untyped-call]
        return super().get_call_template(plain, kws)


# -- what numba sees of kernels ------------------------------------------------------------------


@cache
def _dispatcher(function: Callable[..., Any], inline: bool) -> Any:
    options = {**OPTIONS, "forceinline": inline}
    return _Dispatcher(function, targetoptions=options, pipeline_class=_Passes)


def dispatcher_type(function: Callable[..., Any], inline: bool) -> Any:
    """The type of a kernel in others that call it."""
    return _dispatcher(function, inline)._type


def intrinsic_type(write: Callable[..., Any], prefer_literal: bool) -> Any:
    """The type of a function that is written in instructions."""
    made = intrinsic(prefer_literal=prefer_literal)(write)
    cpu_target.typing_context.refresh()
    return cpu_target.typing_context.resolve_value_type(made)


def type_of(kind: Kind) -> Any:
    """The type that numba has for a kind."""
    if isinstance(kind, str):
        return from_dtype(np.dtype(kind))
    if len(kind) == 5:
        name, dimensions, layout, writeable, aligned = kind
        item = from_dtype(np.dtype(name))
        return types.Array(item, dimensions, layout, readonly=not writeable, aligned=aligned)
    owner, items = kind
    return types.BaseTuple.from_types(tuple(map(type_of, items)), owner)  # type: ignore[no-untyped-call]


def _returns(type_: Any) -> Kind:
    numbers = {types.int64: INT, types.uint64: UNSIGNED, types.float64: FLOAT, types.boolean: BOOL, types.none: NOTHING}
    if type_ in numbers:
        return numbers[type_]
    if isinstance(type_, types.BaseTuple):
        return [_returns(item) for item in list(type_)]  # type: ignore[call-overload]
    raise TypeError(f"a kernel returns numbers of 64 bits and tuples of these, not {type_}")


# -- machine code --------------------------------------------------------------------------------


def made(
    function: Callable[..., Any], inline: bool, kinds: tuple[Kind, ...], symbol: str, unrolls: bool = True
) -> Made:
    """Compile a kernel for these kinds of arguments, as a function of this name."""
    signature = tuple(map(type_of, kinds))
    with global_compiler_lock:
        dispatcher = _dispatcher(function, inline)
        dispatcher.compile(signature)
        compiled = dispatcher.overloads[signature]
        module = _whole(compiled, symbol)
        codegen = dispatcher.targetctx.codegen()
        _optimise(codegen, module, unrolls)
        return Made(_returns(compiled.signature.return_type), _needs(module), codegen._tm.emit_object(module))


def _whole(compiled: Any, symbol: str) -> Any:
    """One module with the function that Python calls and all that it needs."""
    context, codegen = _Dispatcher.targetdescr.target_context, compiled.library.codegen
    emitted = codegen._create_empty_module(symbol)
    _emit_entry(context.declare_function(emitted, compiled.fndesc), emitted, symbol)
    module = binding.parse_assembly(str(emitted))
    parts = compiled.library.parts()
    _check_calls(parts)
    for part in parts:
        module.link_in(_as_once(part._final_module))
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name != symbol:
            one.linkage = "internal"
    module.verify()
    return module


def _check_calls(parts: list[Any]) -> None:
    """numba compiles some functions, such as `any`, by itself: they take more of an array than `passing` hands on."""
    takes = {one.name: str(one.global_value_type) for one in _functions(parts, are_own=False) if not one.is_declaration}
    for one in _functions(parts, are_own=True) if takes else ():
        if takes.get(one.name, str(one.global_value_type)) != str(one.global_value_type):
            raise TypeError(f"a kernel cannot hand an array to this function of numba: {one.name}")


def _functions(parts: list[Any], are_own: bool) -> Iterator[Any]:
    for part in parts:
        if isinstance(part, _Part) == are_own:
            yield from part._final_module.functions


def _as_once(module: Any) -> Any:
    """A copy in which nothing is defined for good: several parts may define the same."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            function.linkage = "linkonce_odr"
    return copy


def _emit_entry(native: Any, module: Any, symbol: str) -> None:
    """The function that takes its arguments from slots, and writes what it returns to others."""
    row = WORD.as_pointer()
    entry = ir.Function(module, ir.FunctionType(ir.IntType(32), [row, row]), symbol)
    builder = ir.IRBuilder(entry.append_basic_block())
    answer, fault, *taken = native.function_type.args
    values = [_argument(builder, _slot(builder, entry.args[0], i), kind) for i, kind in enumerate(taken)]
    place = builder.alloca(answer.pointee)
    status = builder.call(native, [place, builder.alloca(fault.pointee), *values])
    for i, value in enumerate(_items(builder, builder.load(place))):
        builder.store(value, _slot_at(builder, entry.args[1], i))
    builder.ret(status)


def _slot_at(builder: Any, row: Any, i: int) -> Any:
    return builder.gep(row, [WORD(i)])


def _slot(builder: Any, row: Any, i: int) -> Any:
    return builder.load(_slot_at(builder, row, i))


def _argument(builder: Any, slot: Any, kind: Any) -> Any:
    """A slot as numba passes it."""
    if isinstance(kind, ir.PointerType):
        return builder.inttoptr(slot, kind)
    if isinstance(kind, ir.DoubleType):
        return builder.bitcast(slot, kind)
    return slot if kind.width == WORD.width else builder.trunc(slot, kind)


def _items(builder: Any, value: Any) -> Iterator[Any]:
    """All numbers of a result as slots."""
    kind = value.type
    if isinstance(kind, ir.ArrayType | ir.LiteralStructType):
        for i in range(len(kind)):
            yield from _items(builder, builder.extract_value(value, i))
    elif isinstance(kind, ir.DoubleType):
        yield builder.bitcast(value, WORD)
    elif isinstance(kind, ir.IntType):  # those of fewer bits are truth values
        yield value if kind.width == WORD.width else builder.zext(value, WORD)


def _optimise(codegen: Any, module: Any, unrolls: bool) -> None:
    # Once: the cheap round that numba runs before is for counting references, and nothing here is counted.
    set_in: Any = config
    options = binding.create_pipeline_tuning_options(set_in.OPT)
    options.slp_vectorization = set_in.SLP_VECTORIZE
    options.loop_vectorization = unrolls and set_in.LOOP_VECTORIZE
    options.loop_interleaving = options.loop_unrolling = unrolls
    builder = binding.create_pass_builder(codegen._tm, options)
    builder.getModulePassManager().run(module, builder)


def _needs(module: Any) -> list[str]:
    """What the code calls or reads that is not in it."""
    named = (*module.functions, *module.global_variables)
    return sorted(one.name for one in named if one.is_declaration and not one.name.startswith("llvm."))
