package dev.mandate.engine;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.transaction.RoleAssignment;
import dev.mandate.domain.transaction.RoleAssignment.Until;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.Phase;
import dev.mandate.ports.program.Operation;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The way of a transaction that needs votes, in one go: proposed, approved by exactly as many as the threshold asks, and
 * executed where no time lock forbids it.
 */
final class VotePath {

    private final TransactionFormat format;
    private final Assembler assembler;

    VotePath(EngineParts parts, Assembler assembler) {
        this.format = parts.format();
        this.assembler = assembler;
    }

    /**
     * Drafts it.
     *
     * @param signers who is ready to sign; the fewest sufficient are asked
     * @param tables that the content uses
     */
    Either<BuildRefusal, Draft> draft(
            LoadedAccount loaded,
            TransactionContent content,
            Array<Address> signers,
            Array<LookupTable> tables,
            BuildOptions options) {
        TimeLock timeLock = loaded.settings().timeLock();
        Until until = timeLock.equals(TimeLock.NONE) ? Until.EXECUTED : Until.APPROVED;
        long index = loaded.settings().transactionIndex() + 1;
        return roles(loaded.settings().roster(), signers, until, options.feePayer())
                .flatMap(roles -> assembler
                        .payer(options, roles.everyone())
                        .flatMap(payer -> Rehearsal.of(
                                        loaded.account(),
                                        operations(roles, payer, index, content, tables, options.memo()),
                                        loaded.now())
                                .map(rehearsal -> Draft.of(loaded, payer, rehearsal, options, phase(loaded, until))
                                        .about(index)
                                        .with(Draft.Additions.of(tables)))));
    }

    /** Whoever nobody has a key for is asked only if the others do not suffice, so as to be named as what is in the way. */
    private Either<BuildRefusal, RoleAssignment> roles(
            Roster roster, Array<Address> signers, Until until, Option<Address> payer) {
        Option<Address> anyway = payer.filter(signers::contains);
        Array<Address> able = signers.filter(signer -> format.canSign(signer) || roster.find(signer).isEmpty());
        return RoleAssignment.choose(roster, able, until, anyway)
                .orElse(() -> RoleAssignment.choose(roster, signers, until, anyway))
                .mapLeft(BuildRefusal.SignersInsufficient::new);
    }

    /** The operation that carries {@code content} out. */
    static Operation execution(
            TransactionContent content, Address by, Address payer, long index, Array<LookupTable> tables) {
        return switch (content) {
            case TransactionContent.SettingsChange change -> new Operation.ExecuteChange(by, payer, index, change);
            case TransactionContent.VaultInstructions instructions ->
                new Operation.ExecuteInstructions(by, index, instructions, tables);
        };
    }

    private static Array<Operation> operations(
            RoleAssignment roles,
            Address payer,
            long index,
            TransactionContent content,
            Array<LookupTable> tables,
            Option<Memo> memo) {
        return Array.<Operation>of(
                        new Operation.CreateTransaction(roles.proposer(), payer, index, content, memo),
                        new Operation.CreateProposal(roles.proposer(), payer, index))
                .appendAll(roles.approvers()
                        .map(approver -> new Operation.CastVote(approver, index, Vote.APPROVE, Option.none())))
                .appendAll(roles.executor().map(executor -> execution(content, executor, payer, index, tables)));
    }

    private static Phase phase(LoadedAccount loaded, Until until) {
        TimeLock timeLock = loaded.settings().timeLock();
        return switch (until) {
            case EXECUTED -> new Phase.Complete();
            case APPROVED -> new Phase.AwaitingTimeLock(timeLock, timeLock.releases(loaded.now()));
        };
    }
}
