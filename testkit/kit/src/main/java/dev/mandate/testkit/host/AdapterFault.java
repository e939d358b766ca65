package dev.mandate.testkit.host;

import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** One fault at one of the calls that an engine makes to its adapters. Safe from any thread. */
final class AdapterFault {

    /** How far a wrong clock is off. */
    private static final long WRONG_SECONDS = 3_600;

    private static final Either<ChainFault, Object> CUT_OFF = Either.left(new ChainFault.Unreachable("cut off"));

    /** What happens to a call. A clock is an hour ahead instead of being lost, and an hour behind instead of losing its answer. */
    enum Kind {
        /** The process dies after the call. */
        DEATH,
        CALL_LOST,
        /** The call has its effect. */
        ANSWER_LOST
    }

    private final Kind kind;
    private final AtomicLong callsBefore;

    /** The fault of the call after so many others. */
    AdapterFault(Kind kind, long callsBefore) {
        this.kind = kind;
        this.callsBefore = new AtomicLong(callsBefore);
    }

    /** Whether the fault has happened. */
    boolean isOver() {
        return callsBefore.get() < 0;
    }

    /** The adapters with this fault. */
    HostAdapters in(HostAdapters behind) {
        return new HostAdapters(
                chain(behind.chain(), (method, call) -> struck(call, () -> CUT_OFF)),
                proxy(Journal.class, (proxy, method, arguments) -> struck(
                        () -> waited(invoked(behind.journal(), method, arguments)), this::journalFault)),
                proxy(ServerClock.class, (proxy, method, arguments) -> method.getName().equals("now")
                        ? struck(
                                () -> behind.clock().now(),
                                () -> behind.clock().now().plusSeconds(kind == Kind.CALL_LOST ? WRONG_SECONDS : -WRONG_SECONDS))
                        : InvocationHandler.invokeDefault(proxy, method, arguments)),
                proxy(TransactionSigner.class, (proxy, method, arguments) -> struck(
                        () -> invoked(behind.signer(), method, arguments),
                        () -> CompletableFuture.failedStage(new IllegalStateException("the signer was cut off")))));
    }

    /** The adapters without any fault but one: no transaction arrives, and no answer to it. */
    static HostAdapters withoutSending(HostAdapters behind) {
        return new HostAdapters(
                chain(behind.chain(), (method, call) -> method.getName().equals("send") ? CUT_OFF : call.made()),
                behind.journal(),
                behind.clock(),
                behind.signer());
    }

    /** Answers a question to a chain. */
    private interface Line {
        Object answer(Method method, Call call) throws Throwable;
    }

    private static Chain chain(Chain behind, Line line) {
        return proxy(Chain.class, (proxy, method, arguments) -> {
            Object[] given = Option.of(arguments).getOrElse(new Object[0]);
            return switch (method.getName()) {
                case "agreeing" -> chain(behind.agreeing(), line);
                case "sources" -> behind.sources().map(source -> chain(source, line));
                default -> method.getReturnType() == Either.class
                        ? line.answer(method, () -> invoked(behind, method, given))
                        : invoked(behind, method, given);
            };
        });
    }

    private Object journalFault() {
        throw new JournalUnavailableException(kind == Kind.CALL_LOST ? Effect.NONE : Effect.UNKNOWN, "cut off");
    }

    /** Makes a call that may throw. */
    private interface Call {
        Object made() throws Throwable;
    }

    private Object struck(Call call, Supplier<Object> fault) throws Throwable {
        if (callsBefore.getAndDecrement() != 0) {
            return call.made();
        }
        return switch (kind) {
            case DEATH -> {
                var unused = call.made();
                throw new ProcessDeath();
            }
            case CALL_LOST -> fault.get();
            case ANSWER_LOST -> {
                var unused = call.made();
                yield fault.get();
            }
        };
    }

    /** A commit that was begun is waited for, so that a fault after it comes after its effect. */
    private static Object waited(Object answer) {
        if (answer instanceof Supplier<?> pending) {
            Object done = pending.get();
            return (Supplier<Object>) () -> done;
        }
        return answer;
    }

    private static Object invoked(Object behind, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(behind, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> port, InvocationHandler handler) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
    }
}
