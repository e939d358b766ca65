package dev.mandate.testkit.simulated;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.testkit.chain.ChainContract;
import dev.mandate.testkit.chain.FailedLanding;
import dev.mandate.testkit.chain.FinalityControl;
import dev.mandate.testkit.chain.LineControl;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;

/**
 * The contract of a chain behind a line, all of whose answers an adapter alters. The adapter of this class alters none.
 *
 * <p>It runs only by a launcher: its name matches no pattern of tests.
 */
class AlteredChain extends ChainContract {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private Option<LineControl.LineFault> broken = Option.none();
    private boolean heldBack;
    private final Chain chain = (Chain) Proxy.newProxyInstance(
            Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, method, arguments) -> Set.of("sources", "agreement", "agreeing").contains(method.getName())
                    ? InvocationHandler.invokeDefault(proxy, method, arguments)
                    : answer(method, arguments));

    private Object answer(Method method, Object[] arguments) throws Throwable {
        Option<ChainFault> fault = broken.map(how -> switch (how) {
            case CUT -> new ChainFault.Unreachable("cut");
            case RATE_LIMIT -> new ChainFault.RateLimited();
        });
        if (fault.isDefined()) {
            return altered(method.getName(), arguments, Either.left(fault.get()));
        }
        try {
            return altered(method.getName(), arguments, asSure(method.getName(), (Either<?, ?>) method.invoke(simulated, arguments)));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The answer as long as nothing is confirmed. */
    private Either<?, ?> asSure(String method, Either<?, ?> answer) {
        return !heldBack ? answer : switch (method) {
            case "statuses" -> answer.map(statuses -> ((Seq<?>) statuses)
                    .map(status -> ((Option<?>) status).map(known -> ((SignatureStatus) known))
                            .map(known -> new SignatureStatus(known.slot(), Finality.PROCESSED, known.failure()))));
            case "history" -> answer.map(page -> Option.some(Array.empty()));
            case "landed" -> answer.map(found -> Option.none());
            default -> answer;
        };
    }

    /** What the adapter makes of an answer. */
    Either<?, ?> altered(String method, Object[] arguments, Either<?, ?> answer) {
        return answer;
    }

    @Override
    public Chain chain() {
        return chain;
    }

    @Override
    public ChainControl control() {
        return simulated;
    }

    @Override
    public Option<FailedLanding> failedLanding() {
        return Option.some(transaction -> {
            if (simulated.sendWithoutPreflight(transaction).isLeft()) {
                throw new AssertionError("not landed");
            }
        });
    }

    @Override
    public Option<LineControl> line() {
        return Option.some(new LineControl() {
            @Override
            public void breakWith(LineFault fault) {
                broken = Option.some(fault);
            }

            @Override
            public void repair() {
                broken = Option.none();
            }
        });
    }

    @Override
    public Option<FinalityControl> finality() {
        return Option.some(new FinalityControl() {
            @Override
            public void holdBack() {
                heldBack = true;
            }

            @Override
            public void confirm() {
                heldBack = false;
            }
        });
    }
}
