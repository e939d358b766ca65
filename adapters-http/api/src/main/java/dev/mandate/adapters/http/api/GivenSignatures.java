package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.SubmittedPayload;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.keys.AuthorityKeys.Stamp;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.Tuple2;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * The entries of {@code kms_payloads}, by kind.
 *
 * @param signed signatures of the transaction, with their places in the request
 * @param approved approvals of payloads, with their places in the request
 */
record GivenSignatures(Array<Tuple2<Integer, SignatureGiven>> signed, Array<Tuple2<Integer, PayloadApproval>> approved) {

    private static final String STAMP = "x-stamp";

    /** Sorts the entries, or says why a stamp can't be read. */
    static Either<Failure, GivenSignatures> of(TenantCall at, Array<SubmittedPayload> entries) {
        GivenSignatures given = new GivenSignatures(Array.empty(), Array.empty());
        for (int index = 0; index < entries.length(); index++) {
            switch (entries.get(index)) {
                case SubmittedPayload.OfTransaction(var signature) ->
                    given = new GivenSignatures(given.signed.append(Tuple.of(index, signature)), given.approved);
                case SubmittedPayload.OfPayload(var approval) ->
                    given = new GivenSignatures(given.signed, given.approved.append(Tuple.of(index, approval)));
                case SubmittedPayload.Stamped entry -> {
                    Either<Failure, PayloadApproval> stamped = stamped(at, index, entry);
                    if (stamped.isLeft()) {
                        return Either.left(stamped.getLeft());
                    }
                    given = new GivenSignatures(given.signed, given.approved.append(Tuple.of(index, stamped.get())));
                }
            }
        }
        return Either.right(given);
    }

    private static Either<Failure, PayloadApproval> stamped(TenantCall at, int index, SubmittedPayload.Stamped entry) {
        return at.keys().flatMap(keys -> stamp(at, keys)
                .filterOrElse(
                        stamp -> keys.p256OfHex(entry.publicKey()).contains(stamp.key()),
                        stamp -> Failure.at(
                                "kms_payloads[%s].public_key".formatted(index),
                                ErrorCode.APPROVAL_INVALID,
                                "The stamp is by another key than the one that is named."))
                .map(stamp -> new PayloadApproval.Stamped(entry.signer(), stamp, body(at))));
    }

    private static Either<Failure, Stamp> stamp(TenantCall at, AuthorityKeys keys) {
        return at.call()
                .request()
                .headers()
                .first(STAMP)
                .toEither(() -> Failure.at(STAMP, ServerCode.BAD_HEADER, "The header X-Stamp is missing."))
                .flatMap(header -> keys.stamp(header)
                        .mapLeft(malformed -> Failure.at(STAMP, ServerCode.BAD_HEADER, "The header X-Stamp holds no stamp: " + malformed.detail() + ".")));
    }

    /** A call with a {@link SubmittedPayload} has a complete body. */
    private static Bytes body(TenantCall at) {
        return ((Body.Complete) at.call().request().body()).bytes();
    }

    Array<SignatureGiven> signatures() {
        return signed.map(Tuple2::_2);
    }

    Array<PayloadApproval> approvals() {
        return approved.map(Tuple2::_2);
    }

    /** The same refusal with the places of the request. */
    SubmissionRefusal placed(SubmissionRefusal refusal) {
        return switch (refusal) {
            case SubmissionRefusal.Several(var all) -> new SubmissionRefusal.Several(all.map(this::placed));
            case SubmissionRefusal.SignatureFitsNobody(int index, var named) ->
                new SubmissionRefusal.SignatureFitsNobody(signed.get(index)._1, named);
            case SubmissionRefusal.GivenSignatureInvalid(int index, var signer) ->
                new SubmissionRefusal.GivenSignatureInvalid(signed.get(index)._1, signer);
            case SubmissionRefusal.ApprovalRefused(int index, var why) -> new SubmissionRefusal.ApprovalRefused(approved.get(index)._1, why);
            case SubmissionRefusal other -> other;
        };
    }
}
