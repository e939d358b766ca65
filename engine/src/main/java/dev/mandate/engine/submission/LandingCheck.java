package dev.mandate.engine.submission;

import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandingHint;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Checks by simulation whether a transaction that was never sent can land: its blockhash or nonce is valid, and it would succeed now. A refusal here is final,
 * because nothing was sent. After sending, only the chain decides.
 */
final class LandingCheck {

    private final Chain chain;
    private final WaitPolicy.Wait wait;

    LandingCheck(Chain chain, WaitPolicy.Wait wait) {
        this.chain = chain;
        this.wait = wait;
    }

    /** {@code message}; refused if {@code transaction}, which contains it, cannot land. If it has landed already, that decides. */
    Either<SubmissionRefusal, Message> require(Message message, Bytes transaction) {
        return simulated(transaction)
                .<SubmissionRefusal>mapLeft(LandingCheck::silent)
                .flatMap(simulation -> simulation
                        .failure()
                        .flatMap(failure -> refusal(message, failure, simulation))
                        .<Either<SubmissionRefusal, Message>>map(Either::left)
                        .getOrElse(() -> Either.right(message)));
    }

    /** A node that is behind does not know a fresh blockhash yet, so it is asked again. */
    private Either<ChainFault, Simulation> simulated(Bytes transaction) {
        Either<ChainFault, Simulation> simulation = chain.simulate(transaction);
        for (int looks = 0; simulation.exists(LandingCheck::lacksBlockhash) && looks < wait.looks() && wait.rest(LandingHint.NONE, looks); looks++) {
            simulation = chain.simulate(transaction);
        }
        return simulation;
    }

    private static boolean lacksBlockhash(Simulation simulation) {
        return simulation.failure().exists(failure -> proof(failure) == NodeRejection.Proof.NOTHING);
    }

    private static Option<SubmissionRefusal> refusal(Message message, TransactionFailure failure, Simulation simulation) {
        return switch (proof(failure)) {
            case LANDED -> Option.none();
            case NOTHING -> Option.some(new SubmissionRefusal.BlockhashExpired(message.lifetime()));
            case NOT_NOW -> Option.some(new SubmissionRefusal.WouldFail(failure, message.feePayer(), simulation.logs()));
        };
    }

    private static NodeRejection.Proof proof(TransactionFailure failure) {
        return new NodeRejection(failure, Array.empty()).proof();
    }

    private static SubmissionRefusal silent(ChainFault fault) {
        return new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(fault));
    }
}
