package dev.mandate.solana.squadsv4.account;

import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;

/** The state of a proposal. {@code timestamp} is the time when it entered the state: the chain's Unix time in seconds, signed. */
public sealed interface ProposalStatus {

    /** Tag 0. */
    record Draft(long timestamp) implements ProposalStatus {}

    /** Tag 1. */
    record Active(long timestamp) implements ProposalStatus {}

    /** Tag 2. */
    record Rejected(long timestamp) implements ProposalStatus {}

    /** Tag 3. The time lock starts at {@code timestamp}. */
    record Approved(long timestamp) implements ProposalStatus {}

    /** Tag 4, without a timestamp. The program no longer sets it. */
    record Executing() implements ProposalStatus {}

    /** Tag 5. */
    record Executed(long timestamp) implements ProposalStatus {}

    /** Tag 6. */
    record Cancelled(long timestamp) implements ProposalStatus {}

    static ProposalStatus read(ByteReader in) {
        return switch (in.tag(6)) {
            case 0 -> new Draft(in.u64());
            case 1 -> new Active(in.u64());
            case 2 -> new Rejected(in.u64());
            case 3 -> new Approved(in.u64());
            case 4 -> new Executing();
            case 5 -> new Executed(in.u64());
            default -> new Cancelled(in.u64());
        };
    }

    default void write(ByteWriter out) {
        switch (this) {
            case Draft(long timestamp) -> write(out, 0, timestamp);
            case Active(long timestamp) -> write(out, 1, timestamp);
            case Rejected(long timestamp) -> write(out, 2, timestamp);
            case Approved(long timestamp) -> write(out, 3, timestamp);
            case Executing() -> out.u8(4);
            case Executed(long timestamp) -> write(out, 5, timestamp);
            case Cancelled(long timestamp) -> write(out, 6, timestamp);
        }
    }

    private static void write(ByteWriter out, int tag, long timestamp) {
        out.u8(tag);
        out.u64(timestamp);
    }
}
