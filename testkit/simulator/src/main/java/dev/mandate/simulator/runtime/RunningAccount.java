package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import java.util.Arrays;

/**
 * An account in a program's memory while one instruction runs. A program can write anything here. The runtime checks the
 * changes when it takes them over: at the end, or before an inner call that receives the account.
 */
public final class RunningAccount {

    /** The greatest growth of an account in one instruction, in bytes. */
    private static final int MAX_GROWTH = 10_240;

    private final StoredAccount stored;
    private final int originalLength;

    private boolean signer;
    private boolean writable;
    private long lamports;
    private Address owner;
    private Bytes data;

    RunningAccount(StoredAccount stored, AccountMeta meta) {
        this.stored = stored;
        this.signer = meta.signer();
        this.writable = meta.writable();
        this.originalLength = stored.data().length();
        this.lamports = stored.lamports();
        this.owner = stored.owner();
        this.data = stored.data();
    }

    /** Adds the rights of another occurrence of the account. */
    void grant(AccountMeta meta) {
        signer |= meta.signer();
        writable |= meta.writable();
    }

    public Address address() {
        return stored.address();
    }

    /** Returns whether its key signed or a program signed for it. */
    public boolean isSigner() {
        return signer;
    }

    public boolean isWritable() {
        return writable;
    }

    public boolean isExecutable() {
        return stored.executable();
    }

    /** Returns the balance, unsigned. */
    public long lamports() {
        return lamports;
    }

    /** Adds to the balance. */
    public void credit(long amount) {
        long sum = lamports + amount;
        if (Long.compareUnsigned(sum, lamports) < 0) {
            throw ProgramAbort.named("ArithmeticOverflow");
        }
        lamports = sum;
    }

    /** Subtracts from the balance. Callers check before that it suffices. */
    public void debit(long amount) {
        if (Long.compareUnsigned(lamports, amount) < 0) {
            throw ProgramAbort.named("InsufficientFunds");
        }
        lamports -= amount;
    }

    public Address owner() {
        return owner;
    }

    public void assign(Address newOwner) {
        owner = newOwner;
    }

    public Bytes data() {
        return data;
    }

    public void write(Bytes newData) {
        data = newData;
    }

    /** Truncates the data, or extends it with zeros. */
    public void resize(int length) {
        requireGrowth(length);
        data = Bytes.of(Arrays.copyOf(data.toArray(), length));
    }

    private void requireGrowth(int length) {
        if (length > originalLength + MAX_GROWTH) {
            throw ProgramAbort.named("InvalidRealloc");
        }
    }

    /** Writes the changes to the transaction if {@code program} may make them. */
    void handOver(Address program) {
        boolean own = stored.owner().equals(program);
        if (lamports != stored.lamports()) {
            if (!own && Long.compareUnsigned(lamports, stored.lamports()) < 0) {
                throw ProgramAbort.named("ExternalAccountLamportSpend");
            }
            if (!writable) {
                throw ProgramAbort.named("ReadonlyLamportChange");
            }
            stored.setLamports(lamports);
        }
        if (!data.equals(stored.data())) {
            if (!own) {
                throw ProgramAbort.named(
                        data.length() == stored.data().length()
                                ? "ExternalAccountDataModified"
                                : "AccountDataSizeChanged");
            }
            if (!writable) {
                throw ProgramAbort.named("ReadonlyDataModified");
            }
            stored.setData(data);
        }
        if (!owner.equals(stored.owner())) {
            if (!own || !writable || !isZero(data)) {
                throw ProgramAbort.named("ModifiedProgramId");
            }
            stored.setOwner(owner);
        }
    }

    /** Reads the changes that a called program made. */
    void takeBack() {
        requireGrowth(stored.data().length());
        lamports = stored.lamports();
        owner = stored.owner();
        data = stored.data();
    }

    StoredAccount stored() {
        return stored;
    }

    private static boolean isZero(Bytes bytes) {
        for (int i = 0; i < bytes.length(); i++) {
            if (bytes.at(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
