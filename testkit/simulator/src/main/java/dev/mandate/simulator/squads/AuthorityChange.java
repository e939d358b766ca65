package dev.mandate.simulator.squads;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Arguments;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.squadsv4.SignerCodec;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** The config authority's direct settings changes: {@code multisig_add_member} and its five siblings. */
final class AuthorityChange {

    private AuthorityChange() {}

    static void addMember(Invocation invocation) {
        Signer signer = Arguments.readWithMemo(invocation.data(), SignerCodec::read);
        change(invocation, new SettingsAction.AddSigner(signer), 1);
    }

    static void removeMember(Invocation invocation) {
        Address member = Arguments.readWithMemo(invocation.data(), ByteReader::address);
        change(invocation, new SettingsAction.RemoveSigner(member), 0);
    }

    static void changeThreshold(Invocation invocation) {
        int threshold = Arguments.readWithMemo(invocation.data(), ByteReader::u16);
        change(invocation, new SettingsAction.ChangeThreshold(new Threshold(threshold)), 0);
    }

    static void setTimeLock(Invocation invocation) {
        long timeLock = Arguments.readWithMemo(invocation.data(), ByteReader::u32);
        change(invocation, new SettingsAction.SetTimeLock(new TimeLock(timeLock)), 0);
    }

    static void setRentCollector(Invocation invocation) {
        Option<Address> collector = Arguments.readWithMemo(invocation.data(), in -> in.option(ByteReader::address));
        change(invocation, new SettingsAction.SetRentCollector(collector), 0);
    }

    static void setConfigAuthority(Invocation invocation) {
        Address authority = Arguments.readWithMemo(invocation.data(), ByteReader::address);
        run(invocation, by -> new Command.HandOver(by, AdminControl.ofAuthority(authority)), 0);
    }

    private static void change(Invocation invocation, SettingsAction action, int newMembers) {
        run(invocation, by -> new Command.ChangeAsAdmin(by, action), newMembers);
    }

    private static void run(Invocation invocation, Function<Address, Command> command, int newMembers) {
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        RunningAccount authority = accounts.signer();
        Option<RunningAccount> rentPayer = accounts.optionalSigner();
        boolean systemProgram = accounts.optionalSystemProgram();
        SquadsAccounts.requireAddress(multisig);
        Constraint.mut(multisig.view());
        rentPayer.forEach(Constraint::mut);

        SmartAccount account = Rules.account(multisig.content());
        Either<Refusal, Seq<Event>> decided = Rules.ask(
                account, command.apply(authority.address()), invocation.now().time());
        if (decided.isLeft() && !Rules.isFinalCheck(decided.getLeft())) {
            throw Rules.abort(decided.getLeft());
        }
        int members = multisig.content().members().size() + newMembers;
        int length = MultisigAccount.sizeFor(members, multisig.view().data().length());
        SquadsAccounts.grow(invocation, multisig.view(), length, rentPayer, systemProgram);
        SmartAccount after = Rules.after(account, decided);
        multisig.write(SettingsTerms.write(after.settings(), multisig.content()));
    }
}
