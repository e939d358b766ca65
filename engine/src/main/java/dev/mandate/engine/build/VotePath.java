package dev.mandate.engine.build;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.transaction.RoleAssignment.Until;
import dev.mandate.domain.transaction.RoleAssignment;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.plan.RuleSimulation;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Builds a proposal with its approvals and its execution at once. It has exactly as many approvals as the threshold needs. With a time
 * lock it is not executed.
 */
final class VotePath {

    private final TransactionFormat format;
    private final Assembler assembler;

    VotePath(EngineParts parts, Assembler assembler) {
        this.format = parts.format();
        this.assembler = assembler;
    }

    /**
     * The draft of the whole path.
     *
     * @param signers those who are ready to sign, or all who sign: the options say which
     * @param tables lookup tables that the content uses
     */
    Either<BuildRefusal, Draft> draft(
            LoadedAccount loaded,
            TransactionContent content,
            Array<Address> signers,
            Array<LookupTable> tables,
            BuildOptions options) {
        long index = loaded.settings().transactionIndex() + 1;
        return roles(loaded.settings().roster(), signers, until(loaded), options)
                .flatMap(roles -> assembler
                        .payer(options, payers(roles, signers, options))
                        .flatMap(payer -> RuleSimulation.of(
                                        loaded.rules(), loaded.account(), 
                                        operations(roles, payer, index, content, tables, options.memo()),
                                        loaded.now())
                                .map(simulation -> Draft.of(
                                                loaded,
                                                payer,
                                                simulation.signedAlsoBy(beside(roles, payer, signers, options)),
                                                options,
                                                phase(loaded))
                                        .about(index)
                                        .with(Draft.Additions.of(tables)))));
    }

    private static Until until(LoadedAccount loaded) {
        return loaded.settings().timeLock().equals(TimeLock.NONE) ? Until.EXECUTED : Until.APPROVED;
    }

    private Either<BuildRefusal, RoleAssignment> roles(
            Roster roster, Array<Address> signers, Until until, BuildOptions options) {
        return switch (options.signing()) {
            case FEWEST_SIGN -> fewest(roster, signers, until, options.feePayer());
            case ALL_SIGN -> RoleAssignment.inOrder(roster, signers, until).mapLeft(BuildRefusal.SignersInsufficient::new);
        };
    }

    /** Who may pay if nobody else is named: the first of these. */
    private static Array<Address> payers(RoleAssignment roles, Array<Address> signers, BuildOptions options) {
        return switch (options.signing()) {
            case FEWEST_SIGN -> roles.everyone();
            case ALL_SIGN -> signers;
        };
    }

    /** Those who sign without a role and without paying. */
    private static Array<Address> beside(RoleAssignment roles, Address payer, Array<Address> signers, BuildOptions options) {
        return switch (options.signing()) {
            case FEWEST_SIGN -> Array.empty();
            case ALL_SIGN -> signers.distinct().removeAll(roles.everyone().append(payer));
        };
    }

    /** Assigns roles to signers. One without a key is used only if the others do not suffice, so that the refusal names it. */
    private Either<BuildRefusal, RoleAssignment> fewest(
            Roster roster, Array<Address> signers, Until until, Option<Address> payer) {
        Option<Address> anyway = payer.filter(signers::contains);
        Array<Address> able = signers.filter(signer -> format.canSign(signer) || roster.find(signer).isEmpty());
        return RoleAssignment.choose(roster, able, until, anyway)
                .orElse(() -> RoleAssignment.choose(roster, signers, until, anyway))
                .mapLeft(BuildRefusal.SignersInsufficient::new);
    }

    /** The operation that executes {@code content}. */
    static Operation execution(
            TransactionContent content, Address by, Address payer, long index, Array<LookupTable> tables) {
        return switch (content) {
            case TransactionContent.Opaque opaque ->
                throw new IllegalArgumentException("opaque content is not executed here");
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

    private static Phase phase(LoadedAccount loaded) {
        TimeLock timeLock = loaded.settings().timeLock();
        return switch (until(loaded)) {
            case EXECUTED -> new Phase.Complete();
            case APPROVED -> new Phase.AwaitingTimeLock(timeLock, timeLock.releases(loaded.now()));
        };
    }
}
