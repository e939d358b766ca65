package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.SendOutcome;
import dev.mandate.ports.chain.SignatureStatus;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Hands signed transactions to the network, and asks what became of them. */
final class DirectSubmission {

    private final Chain chain;
    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final SignatureCheck signatures;
    private final ChainReader reader;
    private final VoteCheck voteCheck;
    private final SubmissionChecks checks;

    DirectSubmission(EngineParts parts, ChainReader reader, SubmissionChecks checks) {
        this.chain = parts.chain();
        this.program = parts.program();
        this.format = parts.format();
        this.signatures = parts.signatures();
        this.reader = reader;
        this.voteCheck = new VoteCheck(parts.chain(), parts.program(), parts.format());
        this.checks = checks;
    }

    Either<SubmitRefusal, Signature> submit(Bytes transaction) {
        return format.parse(transaction)
                .<SubmitRefusal>mapLeft(refusal -> new SubmitRefusal.BadTransaction(refusal.detail()))
                .flatMap(DirectSubmission::requireSigned)
                .flatMap(this::requireValid)
                .flatMap(signed -> handOver(signed, transaction)
                        .fold(refused -> unlessKnown(signed.signatures().head(), refused), Either::right));
    }

    private Either<SubmitRefusal, Signature> handOver(ParsedTransaction signed, Bytes transaction) {
        return requireMeant(signed)
                .flatMap(checks::require)
                .flatMap(able -> chain.send(transaction)
                        .<SubmitRefusal>mapLeft(fault -> new SubmitRefusal.OutcomeUnknown(
                                signed.signatures().head(), fault)))
                .flatMap(outcome -> switch (outcome) {
                    case SendOutcome.Accepted(Signature signature) -> Either.right(signature);
                    case SendOutcome.Refused(var failure, var logs) ->
                        Either.left(new SubmitRefusal.PreflightFailed(failure, logs));
                });
    }

    /** What was passed on before is refused for what it did itself: whoever is told so sends another. */
    private Either<SubmitRefusal, Signature> unlessKnown(Signature signature, SubmitRefusal refused) {
        return status(signature).getOrElse(Option.none()).isDefined() ? Either.right(signature) : Either.left(refused);
    }

    Either<BuildRefusal.ChainSilent, Option<SignatureStatus>> status(Signature signature) {
        return chain.statuses(Array.of(signature))
                .mapLeft(BuildRefusal.ChainSilent::new)
                .map(found -> found.headOption().flatMap(status -> status));
    }

    /** That the votes in it are for what they name, and that it can be told what it does to an account. */
    private Either<SubmitRefusal, ParsedTransaction> requireMeant(ParsedTransaction parsed) {
        return reader.tables(parsed.tables())
                .<SubmitRefusal>mapLeft(SubmitRefusal.NotAsked::new)
                .flatMap(tables -> format.resolve(parsed, tables)
                        .<SubmitRefusal>mapLeft(refusal -> new SubmitRefusal.BadTransaction(refusal.detail())))
                .flatMap(this::requireReadable)
                .flatMap(message -> voteCheck.require(message).mapLeft(DirectSubmission::refusal))
                .flatMap(checks::requireAble)
                .map(meant -> parsed);
    }

    /** The program takes more than what is known here; of that nobody can say what it does. */
    private Either<SubmitRefusal, Message> requireReadable(Message message) {
        int unreadable = message.instructions()
                .indexWhere(instruction -> instruction.program().equals(program.programId())
                        && program.settingsOf(instruction).isEmpty());
        return unreadable < 0 ? Either.right(message) : Either.left(new SubmitRefusal.InstructionUnreadable(unreadable));
    }

    private static SubmitRefusal refusal(VoteCheck.Problem problem) {
        return switch (problem) {
            case VoteCheck.Problem.Unread(var fault) ->
                new SubmitRefusal.NotAsked(new BuildRefusal.ChainSilent(fault));
            case VoteCheck.Problem.NotProposedYet(Address proposal) -> new SubmitRefusal.NotProposedYet(proposal);
            case VoteCheck.Problem.AnotherProposed(long index) -> new SubmitRefusal.AnotherProposed(index);
            case VoteCheck.Problem.VoteNamesNothing(Address proposal) ->
                new SubmitRefusal.VoteNamesNothing(proposal);
            case VoteCheck.Problem.ContentOpaque(Address transaction, String why) ->
                new SubmitRefusal.ContentOpaque(transaction, why);
        };
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

    private Either<SubmitRefusal, ParsedTransaction> requireValid(ParsedTransaction parsed) {
        Array<Address> invalid = parsed.signers()
                .zip(parsed.signatures())
                .filter(slot -> signatures.check(slot._1, parsed.message(), slot._2) != SignatureCheck.Verdict.VALID)
                .map(slot -> slot._1);
        return invalid.isEmpty() ? Either.right(parsed) : Either.left(new SubmitRefusal.SignaturesInvalid(invalid));
    }
}
