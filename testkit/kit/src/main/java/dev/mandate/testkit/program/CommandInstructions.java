package dev.mandate.testkit.program;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SpendRoute;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * Encodes a command as an instruction of the program. The port makes no drafts: instead of one, the proposal is open at once.
 *
 * @param on the account that commands speak of
 * @param terms the program's terms for a new account
 */
public record CommandInstructions(ProgramAccount on, CreationTerms terms) {

    private static final Address PAYER = ProgramAccount.PAYER.address();

    /** Returns the instruction for {@code command} to {@code account}. */
    public Instruction of(Command command, SmartAccount account) {
        return switch (command) {
            case Command.CreateAccount create ->
                encode(new Operation.CreateAccount(
                        on.createKey(), PAYER, terms, create, Option.none()));
            case Command.CreateTransaction(Address by, TransactionContent content) ->
                encode(new Operation.CreateTransaction(
                        by, PAYER, account.settings().transactionIndex() + 1, content, Option.none()));
            case Command.CreateProposal(Address by, long index, boolean draft) ->
                encode(new Operation.CreateProposal(by, PAYER, index));
            case Command.ActivateProposal(Address by, long index) ->
                encode(new Operation.ActivateProposal(by, index));
            case Command.CastVote(Address by, long index, Vote vote) ->
                encode(new Operation.CastVote(by, index, vote, Option.none()));
            case Command.Execute(Address by, long index) -> encode(execution(account, by, index));
            case Command.Close(long index, Address collector) ->
                encode(new Operation.Close(index, collector, content(account, index)));
            case Command.ChangeAsAdmin(Address by, SettingsAction action) ->
                encode(new Operation.ChangeAsAdmin(by, PAYER, action, Option.none()));
            case Command.HandOver(Address by, AdminControl next) ->
                encode(new Operation.HandOver(by, PAYER, next, Option.none()));
            case Command.Spend spend -> encode(spending(spend, account));
        };
    }

    /** If nothing is recorded, any content will do, because its account is missing. */
    private TransactionContent content(SmartAccount account, long index) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::content)
                .getOrElse(on.payment(0));
    }

    private Operation execution(SmartAccount account, Address by, long index) {
        return switch (content(account, index)) {
            case TransactionContent.SettingsChange change -> new Operation.ExecuteChange(by, PAYER, index, change);
            case TransactionContent.VaultInstructions instructions ->
                new Operation.ExecuteInstructions(by, index, instructions, Array.empty());
            case TransactionContent.Opaque opaque -> throw new AssertionError("nothing records " + opaque);
        };
    }

    private Operation spending(Command.Spend spend, SmartAccount account) {
        var limit = account.limits().get(spend.limit());
        int vaultIndex = limit.map(there -> there.terms().vaultIndex()).getOrElse(0);
        SpendRoute route = limit.map(there -> there.terms().token())
                .filter(Token.Mint.class::isInstance)
                .<SpendRoute>map(token -> new SpendRoute.Tokens(
                        ProgramAccount.MINT.mint(),
                        ProgramAccount.MINT.tokenProgram(),
                        ProgramAccount.MINT.decimals(),
                        ProgramAccount.tokens(on.vault(vaultIndex)),
                        ProgramAccount.tokens(spend.destination())))
                .getOrElse(new SpendRoute.Sol());
        BaseUnits amount = spend.amount();
        return new Operation.Spend(
                spend.by(), spend.limit(), vaultIndex, spend.destination(), amount, route, Option.none());
    }

    private Instruction encode(Operation operation) {
        return on.program().encode(on.ref(), operation);
    }
}
