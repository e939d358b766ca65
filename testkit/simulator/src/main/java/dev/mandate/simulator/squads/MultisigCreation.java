package dev.mandate.simulator.squads;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Arguments;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.SignerCodec;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProgramConfigAccount;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** {@code multisig_create_v2}. */
final class MultisigCreation {

    private MultisigCreation() {}

    private record Args(
            Option<Address> configAuthority,
            int threshold,
            Seq<Signer> members,
            long timeLock,
            Option<Address> rentCollector) {

        static Args read(ByteReader in) {
            return new Args(
                    in.option(ByteReader::address),
                    in.u16(),
                    in.list(in.u32(), SignerCodec.BYTES, SignerCodec::read),
                    in.u32(),
                    in.option(ByteReader::address));
        }

        Address authority() {
            return configAuthority.getOrElse(Address.ZERO);
        }

        Command.CreateAccount toCommand() {
            return new Command.CreateAccount(
                    members.toArray(),
                    new Threshold(threshold),
                    new TimeLock(timeLock),
                    AdminControl.ofAuthority(authority()),
                    rentCollector);
        }
    }

    static void run(Invocation invocation) {
        Args args = Arguments.readWithMemo(invocation.data(), Args::read);
        AccountList accounts = new AccountList(invocation);
        Stored<ProgramConfigAccount> config = accounts.stored(ProgramConfigAccount::decode);
        RunningAccount treasury = accounts.unchecked();
        RunningAccount multisig = accounts.unchecked();
        RunningAccount createKey = accounts.signer();
        RunningAccount creator = accounts.signer();
        accounts.systemProgram();

        ProgramDerivedAddress derived = SquadsAccounts.ADDRESSES.multisig(createKey.address());
        Constraint.init(
                invocation,
                multisig,
                derived,
                creator,
                () -> MultisigAccount.size(args.members().size()));
        Constraint.seeds(config.view(), SquadsAccounts.ADDRESSES.programConfig());
        Constraint.mut(treasury);
        Constraint.mut(creator);

        if (!treasury.address().equals(config.content().treasury())) {
            throw Rules.error(ProgramError.INVALID_ACCOUNT);
        }
        Settings settings = Rules.create(args.toCommand(), invocation.now().time());
        payFee(invocation, creator, treasury, config.content().multisigCreationFee());
        Stored.write(multisig, SettingsTerms.write(settings, unset(createKey.address(), derived.bump())));
    }

    private static void payFee(Invocation invocation, RunningAccount from, RunningAccount treasury, BaseUnits fee) {
        if (!fee.isZero()) {
            invocation.invoke(SystemProgram.transfer(from.address(), treasury.address(), fee));
        }
    }

    /** Returns the fields that are not settings; the settings are written later. */
    private static MultisigAccount unset(Address createKey, int bump) {
        return new MultisigAccount(createKey, Address.ZERO, 0, 0, 0, 0, Option.none(), bump, Array.empty());
    }
}
