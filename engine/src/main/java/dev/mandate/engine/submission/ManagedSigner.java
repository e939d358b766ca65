package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ParsedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import java.util.function.Function;

/** Signs a decoded transaction for those of its signers whose keys the engine holds. */
@FunctionalInterface
public interface ManagedSigner {

    /** It holds no key. */
    ManagedSigner NONE = (account, message, parsed, id, approvals, admission) -> approvals.isEmpty()
            ? Either.right(Signed.NOTHING)
            : Either.left(new SubmissionRefusal.ApprovalRefused(0, ApprovalProblem.NO_MANAGED_SIGNER));

    /**
     * Signatures for the signers whose authority approved.
     *
     * @param message what {@code parsed} says, with its lookup tables
     * @param parsed a transaction that operates on {@code account} and nothing else
     * @param admission the other checks of the submission, for what is reserved before it is recorded
     */
    Either<SubmissionRefusal, Signed> sign(
            AccountRef account,
            Agreed<Message> message,
            ParsedTransaction parsed,
            SubmissionId id,
            Array<PayloadApproval> approvals,
            Admission admission);

    /** What else may refuse a submission. */
    interface Admission {

        /** Refused if a given signature is invalid, or if a signer has none and is not among {@code expected}. */
        Either<SubmissionRefusal, Array<Signature>> requireSignatures(Set<Address> expected);

        /** Refused by the review, by a policy, for want of place, or because the message cannot land. */
        Either<SubmissionRefusal, Agreed<Array<StreamAppend>>> require();
    }

    /**
     * Signatures of managed signers. They leave the engine only with the commit that records the submission.
     *
     * @param evidence adds to that commit why each key signed. It is asked again if the commit meets another one, and refuses if the reason is
     *     gone
     */
    record Signed(Array<SignatureGiven> signatures, Function<Commit, Either<SubmissionRefusal, Commit>> evidence) {

        /** No signature. */
        public static final Signed NOTHING = new Signed(Array.empty(), Either::right);
    }
}
