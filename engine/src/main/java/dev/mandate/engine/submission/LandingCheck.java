package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.ports.chain.BlockhashStatus;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.custody.SubmissionRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * Checks whether a transaction that was never sent can land: its blockhash is valid, and it would succeed now. A refusal here is final,
 * because nothing was sent. After sending, only the chain decides.
 */
final class LandingCheck {

    private final Chain chain;
    private final TransactionFormat format;
    private final WaitPolicy.Wait wait;

    LandingCheck(Chain chain, TransactionFormat format, WaitPolicy.Wait wait) {
        this.chain = chain;
        this.format = format;
        this.wait = wait;
    }

    /** {@code message}; refused if {@code transaction}, which contains it, cannot land. */
    Either<SubmissionRefusal, Message> require(Message message, Bytes transaction) {
        return lives(message)
                .<SubmissionRefusal>mapLeft(LandingCheck::silent)
                .flatMap(status -> switch (status) {
                    case UNKNOWN -> Either.left(new SubmissionRefusal.BlockhashExpired(message.lifetime()));
                    case VALID -> requireSuccess(message, transaction);
                });
    }

    /** Whether the blockhash is valid. A node that is behind does not know a fresh one yet, so it is asked again. */
    private Either<ChainFault, BlockhashStatus> lives(Message message) {
        Either<ChainFault, BlockhashStatus> status = status(message);
        for (int looks = 0; status.contains(BlockhashStatus.UNKNOWN) && looks < wait.looks() && wait.rest(); looks++) {
            status = status(message);
        }
        return status;
    }

    private Either<ChainFault, BlockhashStatus> status(Message message) {
        return chain.blockhashStatus(message.lifetime()).flatMap(status -> switch (status) {
            case VALID -> Either.right(status);
            case UNKNOWN ->
                message.instructions()
                        .headOption()
                        .flatMap(format::advancedNonce)
                        .map(nonce -> nonceStatus(nonce, message))
                        .getOrElse(() -> Either.right(status));
        });
    }

    private Either<ChainFault, BlockhashStatus> nonceStatus(Address nonce, Message message) {
        return chain.accounts(Array.of(format.nonceQuery(nonce))).map(found -> found.at(format.nonceQuery(nonce))
                        .owned()
                        .flatMap(data -> format.readNonce(nonce, data).toOption())
                        .exists(read -> read.value().equals(message.lifetime()))
                ? BlockhashStatus.VALID
                : BlockhashStatus.UNKNOWN);
    }

    private Either<SubmissionRefusal, Message> requireSuccess(Message message, Bytes transaction) {
        return chain.simulate(transaction)
                .<SubmissionRefusal>mapLeft(LandingCheck::silent)
                .flatMap(simulation -> simulation
                        .failure()
                        .filter(LandingCheck::isOfItself)
                        .<Either<SubmissionRefusal, Message>>map(failure ->
                                Either.left(new SubmissionRefusal.WouldFail(failure, message.feePayer(), simulation.logs())))
                        .getOrElse(() -> Either.right(message)));
    }

    /** Whether the transaction itself fails. It does not if its message has landed already, or if this node does not know its blockhash yet. */
    private static boolean isOfItself(TransactionFailure failure) {
        return switch (new NodeRejection(failure, Array.empty()).proof()) {
            case NOT_NOW -> true;
            case LANDED, NOTHING -> false;
        };
    }

    private static SubmissionRefusal silent(ChainFault fault) {
        return new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(fault));
    }
}
