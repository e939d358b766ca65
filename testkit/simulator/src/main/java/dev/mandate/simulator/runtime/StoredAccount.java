package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import io.vavr.control.Option;

/** The current state of an account within a transaction. */
public final class StoredAccount {

    private final Address address;
    private final boolean executable;
    private long lamports;
    private Address owner;
    private Bytes data;

    /** Starts with the ledger's state. A missing account is one of the system program with zero lamports. */
    public StoredAccount(Address address, Option<AccountData> account) {
        this.address = address;
        this.executable = account.map(AccountData::executable).getOrElse(false);
        this.lamports = account.map(there -> there.lamports().bits()).getOrElse(0L);
        this.owner = account.map(AccountData::owner).getOrElse(Address.ZERO);
        this.data = account.map(AccountData::data).getOrElse(Bytes.EMPTY);
    }

    public Address address() {
        return address;
    }

    public boolean executable() {
        return executable;
    }

    public long lamports() {
        return lamports;
    }

    public void setLamports(long lamports) {
        this.lamports = lamports;
    }

    public Address owner() {
        return owner;
    }

    void setOwner(Address owner) {
        this.owner = owner;
    }

    public Bytes data() {
        return data;
    }

    void setData(Bytes data) {
        this.data = data;
    }

    /** Returns the account for the ledger; none if it has no lamports. */
    public Option<AccountData> toAccount() {
        return lamports == 0
                ? Option.none()
                : Option.some(new AccountData(BaseUnits.ofUnsignedBits(lamports), owner, data, executable));
    }
}
