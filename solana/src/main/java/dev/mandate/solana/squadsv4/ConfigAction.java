package dev.mandate.solana.squadsv4;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsAction.GovernanceAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.TransactionContent.SettingsChange;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * One step of a config transaction, as the program stores it. It differs from a {@link SettingsAction} in one point: the
 * program derives a new limit's address when it runs the step. The steps run in order; the program checks the settings at the
 * end.
 */
public sealed interface ConfigAction {

    int ADD_MEMBER = 0;
    int REMOVE_MEMBER = 1;
    int CHANGE_THRESHOLD = 2;
    int SET_TIME_LOCK = 3;
    int ADD_SPENDING_LIMIT = 4;
    int REMOVE_SPENDING_LIMIT = 5;
    int SET_RENT_COLLECTOR = 6;

    record Governance(GovernanceAction action) implements ConfigAction {}

    record AddSpendingLimit(LimitTerms terms) implements ConfigAction {}

    /**
     * Removes a limit.
     *
     * @param spendingLimit the limit's account
     */
    record RemoveSpendingLimit(Address spendingLimit) implements ConfigAction {}

    /** The smallest action in bytes. It bounds the number of actions in a list. */
    int MIN_BYTES = 2;

    /** Returns the steps of a settings change, as the program stores them. */
    static Seq<ConfigAction> ofChange(SettingsChange change) {
        return change.actions().map(action -> switch (action) {
            case GovernanceAction governance -> new Governance(governance);
            case SettingsAction.AddSpendingLimit add -> new AddSpendingLimit(add.terms());
            case SettingsAction.RemoveSpendingLimit remove -> new RemoveSpendingLimit(remove.limit());
        });
    }

    /**
     * Returns the change that {@code actions} make to the settings account at {@code multisig}.
     *
     * @param addresses derives the addresses of new limits
     */
    static SettingsChange toChange(Seq<ConfigAction> actions, SettingsAddress multisig, SquadsAddresses addresses) {
        return new SettingsChange(Array.ofAll(actions).map(action -> switch (action) {
            case Governance(GovernanceAction governance) -> governance;
            case AddSpendingLimit(LimitTerms terms) ->
                new SettingsAction.AddSpendingLimit(
                        addresses.spendingLimit(multisig, terms.createKey()).address(), terms);
            case RemoveSpendingLimit(Address limit) -> new SettingsAction.RemoveSpendingLimit(limit);
        }));
    }

    /** Reads actions that follow their number (u32). */
    static Seq<ConfigAction> readList(ByteReader in) {
        return in.list(in.u32(), MIN_BYTES, ConfigAction::read);
    }

    /** Writes the number of actions (u32), then the actions. */
    static void writeList(Seq<ConfigAction> actions, ByteWriter out) {
        out.u32(actions.length());
        out.list(actions, ConfigAction::write);
    }

    static ConfigAction read(ByteReader in) {
        int tag = in.tag(SET_RENT_COLLECTOR);
        return switch (tag) {
            case ADD_SPENDING_LIMIT -> new AddSpendingLimit(LimitTermsCodec.read(in));
            case REMOVE_SPENDING_LIMIT -> new RemoveSpendingLimit(in.address());
            default -> new Governance(readArgument(tag, in));
        };
    }

    /** Reads the argument of the step with {@code tag}. The config authority's instruction for this step has the same argument. */
    static GovernanceAction readArgument(int tag, ByteReader in) {
        return switch (tag) {
            case ADD_MEMBER -> new SettingsAction.AddSigner(SignerCodec.read(in));
            case REMOVE_MEMBER -> new SettingsAction.RemoveSigner(in.address());
            case CHANGE_THRESHOLD -> new SettingsAction.ChangeThreshold(new Threshold(in.u16()));
            case SET_TIME_LOCK -> new SettingsAction.SetTimeLock(new TimeLock(in.u32()));
            case SET_RENT_COLLECTOR -> new SettingsAction.SetRentCollector(in.option(ByteReader::address));
            default -> throw new IllegalArgumentException("no governance action has the tag " + tag);
        };
    }

    default void write(ByteWriter out) {
        switch (this) {
            case Governance(GovernanceAction action) -> {
                out.u8(tag(action));
                writeArgument(action, out);
            }
            case AddSpendingLimit(LimitTerms terms) -> {
                out.u8(ADD_SPENDING_LIMIT);
                LimitTermsCodec.write(terms, out);
            }
            case RemoveSpendingLimit(Address spendingLimit) -> {
                out.u8(REMOVE_SPENDING_LIMIT);
                out.address(spendingLimit);
            }
        }
    }

    private static int tag(GovernanceAction action) {
        return switch (action) {
            case SettingsAction.AddSigner add -> ADD_MEMBER;
            case SettingsAction.RemoveSigner remove -> REMOVE_MEMBER;
            case SettingsAction.ChangeThreshold change -> CHANGE_THRESHOLD;
            case SettingsAction.SetTimeLock set -> SET_TIME_LOCK;
            case SettingsAction.SetRentCollector set -> SET_RENT_COLLECTOR;
        };
    }

    /** Writes what {@link #readArgument} reads. */
    static void writeArgument(GovernanceAction action, ByteWriter out) {
        switch (action) {
            case SettingsAction.AddSigner(Signer signer) -> SignerCodec.write(signer, out);
            case SettingsAction.RemoveSigner(Address signer) -> out.address(signer);
            case SettingsAction.ChangeThreshold(Threshold threshold) -> out.u16(threshold.value());
            case SettingsAction.SetTimeLock(TimeLock timeLock) -> out.u32(timeLock.seconds());
            case SettingsAction.SetRentCollector(Option<Address> collector) -> out.optionalAddress(collector);
        }
    }
}
