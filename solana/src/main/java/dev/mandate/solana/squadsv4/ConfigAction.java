package dev.mandate.solana.squadsv4;

import dev.mandate.domain.account.SettingsAction.GovernanceAction;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.TransactionContent.SettingsChange;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * One step of a config transaction, as the program stores it: a {@link SettingsAction}, but that the program derives a new limit's
 * address where the step runs. The actions run in order; the settings are checked at the end.
 */
public sealed interface ConfigAction {

    /** Tags 0 to 3 and 6. */
    record Governance(GovernanceAction action) implements ConfigAction {}

    /** Tag 4. */
    record AddSpendingLimit(LimitTerms terms) implements ConfigAction {}

    /**
     * Tag 5.
     *
     * @param spendingLimit the limit's account
     */
    record RemoveSpendingLimit(Address spendingLimit) implements ConfigAction {}

    /** The smallest action in bytes: what bounds how many a list can hold. */
    int MIN_BYTES = 2;

    /** The steps of a change of settings, as the program stores them. */
    static Seq<ConfigAction> ofChange(SettingsChange change) {
        return change.actions().map(action -> switch (action) {
            case GovernanceAction governance -> new Governance(governance);
            case SettingsAction.AddSpendingLimit add -> new AddSpendingLimit(add.terms());
            case SettingsAction.RemoveSpendingLimit remove -> new RemoveSpendingLimit(remove.limit());
        });
    }

    /**
     * The change that {@code actions} make to the settings account at {@code multisig}.
     *
     * @param addresses derive where a new limit will be
     */
    static SettingsChange toChange(Seq<ConfigAction> actions, Address multisig, SquadsAddresses addresses) {
        return new SettingsChange(Array.ofAll(actions).map(action -> switch (action) {
            case Governance(GovernanceAction governance) -> governance;
            case AddSpendingLimit(LimitTerms terms) ->
                new SettingsAction.AddSpendingLimit(
                        addresses.spendingLimit(multisig, terms.createKey()).address(), terms);
            case RemoveSpendingLimit(Address limit) -> new SettingsAction.RemoveSpendingLimit(limit);
        }));
    }

    /** Actions behind their number (u32). */
    static Seq<ConfigAction> readList(BorshReader in) {
        return in.list(in.u32(), MIN_BYTES, ConfigAction::read);
    }

    /** Actions behind their number (u32). */
    static void writeList(Seq<ConfigAction> actions, BorshWriter out) {
        out.u32(actions.length());
        out.list(actions, ConfigAction::write);
    }

    static ConfigAction read(BorshReader in) {
        return switch (in.variant(6)) {
            case 0 -> new Governance(new SettingsAction.AddSigner(SignerCodec.read(in)));
            case 1 -> new Governance(new SettingsAction.RemoveSigner(in.address()));
            case 2 -> new Governance(new SettingsAction.ChangeThreshold(new Threshold(in.u16())));
            case 3 -> new Governance(new SettingsAction.SetTimeLock(new TimeLock(in.u32())));
            case 4 -> new AddSpendingLimit(LimitTermsCodec.read(in));
            case 5 -> new RemoveSpendingLimit(in.address());
            default -> new Governance(new SettingsAction.SetRentCollector(in.option(BorshReader::address)));
        };
    }

    default void write(BorshWriter out) {
        switch (this) {
            case Governance(SettingsAction.AddSigner(Signer signer)) -> {
                out.u8(0);
                SignerCodec.write(signer, out);
            }
            case Governance(SettingsAction.RemoveSigner(Address signer)) -> {
                out.u8(1);
                out.address(signer);
            }
            case Governance(SettingsAction.ChangeThreshold(Threshold threshold)) -> {
                out.u8(2);
                out.u16(threshold.value());
            }
            case Governance(SettingsAction.SetTimeLock(TimeLock timeLock)) -> {
                out.u8(3);
                out.u32(timeLock.seconds());
            }
            case AddSpendingLimit(LimitTerms terms) -> {
                out.u8(4);
                LimitTermsCodec.write(terms, out);
            }
            case RemoveSpendingLimit(Address spendingLimit) -> {
                out.u8(5);
                out.address(spendingLimit);
            }
            case Governance(SettingsAction.SetRentCollector(Option<Address> collector)) -> {
                out.u8(6);
                out.option(collector, (address, to) -> to.address(address));
            }
        }
    }
}
