package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import dev.mandate.solana.borsh.Unsigned;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** One step of a config transaction, as the program stores it. The actions run in order; the settings are checked at the end. */
public sealed interface ConfigAction {

    /** Tag 0. */
    record AddMember(Member newMember) implements ConfigAction {}

    /** Tag 1. */
    record RemoveMember(Address oldMember) implements ConfigAction {}

    /**
     * Tag 2.
     *
     * @param newThreshold unsigned 16 bits
     */
    record ChangeThreshold(int newThreshold) implements ConfigAction {
        public ChangeThreshold {
            Unsigned.requireU16(newThreshold);
        }
    }

    /**
     * Tag 3.
     *
     * @param newTimeLock seconds, unsigned 32 bits
     */
    record SetTimeLock(long newTimeLock) implements ConfigAction {
        public SetTimeLock {
            Unsigned.requireU32(newTimeLock);
        }
    }

    /** Tag 4. */
    record AddSpendingLimit(SpendingLimitTerms terms) implements ConfigAction {}

    /**
     * Tag 5.
     *
     * @param spendingLimit the limit's account
     */
    record RemoveSpendingLimit(Address spendingLimit) implements ConfigAction {}

    /**
     * Tag 6.
     *
     * @param newRentCollector none switches closing off
     */
    record SetRentCollector(Option<Address> newRentCollector) implements ConfigAction {}

    /** The smallest action in bytes: what bounds how many a list can hold. */
    int MIN_BYTES = 2;

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
            case 0 -> new AddMember(Member.read(in));
            case 1 -> new RemoveMember(in.address());
            case 2 -> new ChangeThreshold(in.u16());
            case 3 -> new SetTimeLock(in.u32());
            case 4 -> new AddSpendingLimit(SpendingLimitTerms.read(in));
            case 5 -> new RemoveSpendingLimit(in.address());
            default -> new SetRentCollector(in.option(BorshReader::address));
        };
    }

    default void write(BorshWriter out) {
        switch (this) {
            case AddMember(Member newMember) -> {
                out.u8(0);
                newMember.write(out);
            }
            case RemoveMember(Address oldMember) -> {
                out.u8(1);
                out.address(oldMember);
            }
            case ChangeThreshold(int newThreshold) -> {
                out.u8(2);
                out.u16(newThreshold);
            }
            case SetTimeLock(long newTimeLock) -> {
                out.u8(3);
                out.u32(newTimeLock);
            }
            case AddSpendingLimit(SpendingLimitTerms terms) -> {
                out.u8(4);
                terms.write(out);
            }
            case RemoveSpendingLimit(Address spendingLimit) -> {
                out.u8(5);
                out.address(spendingLimit);
            }
            case SetRentCollector(Option<Address> newRentCollector) -> {
                out.u8(6);
                out.option(newRentCollector, (collector, to) -> to.address(collector));
            }
        }
    }
}
