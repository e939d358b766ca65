package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.spi.keys.PayloadApproval;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.util.Objects;

/**
 * A transaction to submit.
 *
 * @param account the smart account that it operates on
 * @param transaction wire bytes, signed or not
 * @param signatures for empty slots
 * @param approvals let the vault sign for managed signers
 * @param acknowledged the kinds of giveaways that the caller accepts, as when it was built
 */
public record SubmitRequest(
        Address account,
        Bytes transaction,
        Array<SignatureGiven> signatures,
        Array<PayloadApproval> approvals,
        Set<GiveawayWarning.Code> acknowledged) {

    /** The maximum of signatures and approvals together. No transaction has room for more signers. */
    public static final int MOST_SIGNATURES = 12;

    /** @throws IllegalArgumentException if there are more than {@link #MOST_SIGNATURES} */
    public SubmitRequest {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(transaction, "transaction");
        Objects.requireNonNull(signatures, "signatures");
        Objects.requireNonNull(approvals, "approvals");
        Objects.requireNonNull(acknowledged, "acknowledged");
        if (signatures.length() + approvals.length() > MOST_SIGNATURES) {
            throw new IllegalArgumentException("at most " + MOST_SIGNATURES + " signatures, not " + (signatures.length() + approvals.length()));
        }
    }

    /** A transaction that holds all its signatures. */
    public static SubmitRequest of(Address account, Bytes transaction) {
        return new SubmitRequest(account, transaction, Array.empty(), Array.empty(), HashSet.empty());
    }

    public SubmitRequest signed(Iterable<SignatureGiven> given) {
        return new SubmitRequest(account, transaction, Array.ofAll(Objects.requireNonNull(given, "given")), approvals, acknowledged);
    }

    public SubmitRequest approved(Iterable<PayloadApproval> given) {
        return new SubmitRequest(account, transaction, signatures, Array.ofAll(Objects.requireNonNull(given, "given")), acknowledged);
    }

    public SubmitRequest acknowledging(Iterable<GiveawayWarning.Code> codes) {
        return new SubmitRequest(account, transaction, signatures, approvals, HashSet.ofAll(Objects.requireNonNull(codes, "codes")));
    }
}
