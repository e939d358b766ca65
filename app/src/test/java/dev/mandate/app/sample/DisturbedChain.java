package dev.mandate.app.sample;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A simulated chain behind a line that can be disturbed. */
final class DisturbedChain {

    private static final Either<ChainFault, Object> LOST = Either.left(new ChainFault.Unreachable("the line is bad"));

    /** What the line does. */
    sealed interface Line {

        /** It passes everything on. */
        record Good() implements Line {}

        /** What is sent does not arrive. */
        record LosesSent() implements Line {}

        /** What is sent does not arrive, and from then on nothing does. */
        record BreaksAtSending() implements Line {}

        /** Nothing arrives. */
        record Broken() implements Line {}

        /** A node takes what is sent, and does not pass it on. */
        record Swallows() implements Line {}

        /** A node refuses what is sent. */
        record Refuses(TransactionFailure failure) implements Line {}

        /** What is sent does not arrive, and is said to have landed and failed. */
        record Fails(TransactionFailure failure) implements Line {}
    }

    private final SimulatedChain chain;
    private Line line = new Line.Good();

    DisturbedChain(SimulatedChain chain) {
        this.chain = chain;
    }

    void line(Line next) {
        line = next;
    }

    Chain chain() {
        return (Chain) Proxy.newProxyInstance(
                Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, method, arguments) -> answer(method, arguments));
    }

    private Object answer(Method method, Object[] arguments) throws ReflectiveOperationException {
        boolean isSending = method.getName().equals("send");
        boolean isAnswered = !method.getReturnType().equals(Either.class);
        return switch (line) {
            case Line line when isAnswered -> method.invoke(chain, arguments);
            case Line.Broken broken -> LOST;
            case Line.BreaksAtSending breaks when isSending -> {
                line = new Line.Broken();
                yield LOST;
            }
            case Line.LosesSent loses when isSending -> LOST;
            case Line.Fails fails when isSending -> LOST;
            case Line.Fails(TransactionFailure failure) when method.getName().equals("statusAtHeight") -> failed(failure);
            case Line.Swallows swallows when isSending ->
                Either.right(new SendOutcome.Accepted(signature((Bytes) arguments[0])));
            case Line.Refuses(TransactionFailure failure) when isSending ->
                Either.right(new SendOutcome.Refused(failure, Array.of("Program log: disturbed")));
            case Line rest -> method.invoke(chain, arguments);
        };
    }

    private Either<ChainFault, StatusAtHeight> failed(TransactionFailure failure) {
        return chain.blockHeight().map(height -> new StatusAtHeight(
                height,
                Option.some(new SignatureStatus(height, SignatureStatus.Finality.FINALIZED, Option.some(failure)))));
    }

    private static Signature signature(Bytes transaction) {
        return WireTransaction.parse(transaction).get().signatures().get(0);
    }
}
