package dev.mandate.testkit.naive;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.solana.squadsv4.terms.RefusalCodes;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.List;

/** Maps addresses to numbers and commands to the naive model's calls. */
final class NaiveCommands {

    private final Map<Address, Integer> numbers;

    /** Numbers {@code addresses} in their order. */
    NaiveCommands(Seq<Address> addresses) {
        numbers = HashMap.ofEntries(Array.ofAll(addresses).distinct().sorted().zipWithIndex());
    }

    int of(Address address) {
        return numbers.get(address).getOrElseThrow(() -> new IllegalArgumentException("nobody's: " + address));
    }

    int of(Option<Address> address) {
        return address.map(this::of).getOrElse(NaiveMultisig.NOBODY);
    }

    int of(AdminControl admin) {
        return switch (admin) {
            case AdminControl.None none -> NaiveMultisig.NOBODY;
            case AdminControl.HeldBy(Address holder) -> of(holder);
        };
    }

    /** Applies {@code command} to the naive model. */
    int play(NaiveMultisig multisig, Command command, UnixTime at) {
        long now = at.seconds();
        return switch (command) {
            case Command.CreateAccount create -> NaiveMultisig.IN_USE;
            case Command.CreateTransaction(Address by, TransactionContent content) ->
                switch (content) {
                    case TransactionContent.VaultInstructions vault -> multisig.createVaultTransaction(of(by));
                    case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                        multisig.createConfigTransaction(of(by), actions.map(this::of).asJava());
                    case TransactionContent.Opaque opaque -> throw new AssertionError("nothing records " + opaque);
                };
            case Command.CreateProposal(Address by, long index, boolean draft) ->
                multisig.createProposal(of(by), index, draft, now);
            case Command.ActivateProposal(Address by, long index) -> multisig.activate(of(by), index, now);
            case Command.CastVote(Address by, long index, Vote vote) ->
                switch (vote) {
                    case APPROVE -> multisig.approve(of(by), index, now);
                    case REJECT -> multisig.reject(of(by), index, now);
                    case CANCEL -> multisig.cancel(of(by), index, now);
                };
            case Command.Execute(Address by, long index) -> multisig.execute(of(by), index, now);
            case Command.Close(long index, Address collector) -> multisig.close(index, of(collector));
            case Command.ChangeAsAdmin(Address by, SettingsAction action) ->
                multisig.changeByAuthority(of(by), of(action), now);
            case Command.HandOver(Address by, AdminControl next) -> multisig.setAuthority(of(by), of(next));
            case Command.Spend(Address by, Address limit, Address destination, var amount) ->
                multisig.useLimit(of(by), of(limit), of(destination), amount.bits(), now);
        };
    }

    /** Returns the account that {@code create} makes. */
    NaiveMultisig make(Command.CreateAccount create) {
        NaiveMultisig multisig = new NaiveMultisig();
        int code = make(multisig, create);
        if (code != NaiveMultisig.OK) {
            throw new IllegalArgumentException("no account: " + code);
        }
        return multisig;
    }

    int codeOfMaking(Command.CreateAccount create) {
        return make(new NaiveMultisig(), create);
    }

    private int make(NaiveMultisig multisig, Command.CreateAccount create) {
        List<int[]> signers = create.signers()
                .map(signer -> new int[] {of(signer.address()), signer.permissions().mask()})
                .asJava();
        return multisig.create(
                signers,
                create.threshold().value(),
                create.timeLock().seconds(),
                of(create.admin()),
                of(create.rentCollector()));
    }

    NaiveAction of(SettingsAction action) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer signer) ->
                new NaiveAction(
                        NaiveAction.ADD_MEMBER,
                        of(signer.address()),
                        signer.permissions().mask());
            case SettingsAction.RemoveSigner(Address signer) ->
                new NaiveAction(NaiveAction.REMOVE_MEMBER, of(signer), 0);
            case SettingsAction.ChangeThreshold(var threshold) ->
                new NaiveAction(NaiveAction.CHANGE_THRESHOLD, NaiveMultisig.NOBODY, threshold.value());
            case SettingsAction.SetTimeLock(var timeLock) ->
                new NaiveAction(NaiveAction.SET_TIME_LOCK, NaiveMultisig.NOBODY, timeLock.seconds());
            case SettingsAction.SetRentCollector(Option<Address> collector) ->
                new NaiveAction(NaiveAction.SET_RENT_COLLECTOR, of(collector), 0);
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                new NaiveAction(NaiveAction.ADD_LIMIT, of(limit), 0, of(terms));
            case SettingsAction.RemoveSpendingLimit(Address limit) ->
                new NaiveAction(NaiveAction.REMOVE_LIMIT, of(limit), 0);
        };
    }

    NaiveLimit of(LimitTerms terms) {
        return new NaiveLimit(
                switch (terms.period()) {
                    case ONE_TIME -> 0;
                    case DAY -> 1;
                    case WEEK -> 2;
                    case MONTH -> 3;
                },
                terms.amount().bits(),
                terms.signers().map(this::of).asJava(),
                terms.destinations().map(this::of).asJava());
    }

    /** Returns the program's error code for {@code refusal}. */
    static int codeOf(Refusal refusal) {
        return Math.toIntExact(RefusalCodes.of(refusal));
    }
}
