package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.SendOutcome;
import dev.mandate.ports.chain.SignatureStatus;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Hands signed transactions to the network, and asks what became of them. */
final class Submission {

    private final Chain chain;
    private final TransactionFormat format;
    private final SubmissionChecks checks;

    Submission(EngineParts parts, SubmissionChecks checks) {
        this.chain = parts.chain();
        this.format = parts.format();
        this.checks = checks;
    }

    Either<SubmitRefusal, Signature> submit(Bytes transaction) {
        return format.parse(transaction)
                .<SubmitRefusal>mapLeft(refusal -> new SubmitRefusal.BadTransaction(refusal.detail()))
                .flatMap(Submission::requireSigned)
                .flatMap(checks::require)
                .flatMap(signed -> chain.send(transaction)
                        .<SubmitRefusal>mapLeft(fault -> new SubmitRefusal.OutcomeUnknown(
                                signed.signatures().head(), fault)))
                .flatMap(outcome -> switch (outcome) {
                    case SendOutcome.Accepted(Signature signature) -> Either.right(signature);
                    case SendOutcome.Refused(var failure, var logs) ->
                        Either.left(new SubmitRefusal.PreflightFailed(failure, logs));
                });
    }

    Either<BuildRefusal.ChainSilent, Option<SignatureStatus>> status(Signature signature) {
        return chain.statuses(Array.of(signature))
                .mapLeft(BuildRefusal.ChainSilent::new)
                .map(found -> found.headOption().flatMap(status -> status));
    }

    private static Either<SubmitRefusal, ParsedTransaction> requireSigned(ParsedTransaction parsed) {
        Array<Address> missing = parsed.signers()
                .zip(parsed.signatures())
                .filter(slot -> slot._2.equals(Signature.EMPTY))
                .map(slot -> slot._1);
        return missing.isEmpty()
                ? Either.right(parsed)
                : Either.left(new SubmitRefusal.SignaturesMissing(missing));
    }
}
