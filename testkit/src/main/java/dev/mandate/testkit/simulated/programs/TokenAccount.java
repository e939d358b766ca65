package dev.mandate.testkit.simulated.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import io.vavr.control.Option;

/**
 * A balance of a token. What stands after these fields in the account (delegate, native, close authority) is carried along.
 *
 * @param amount base units, unsigned
 * @param delegate who may spend beside the owner
 * @param state 0 uninitialized, 1 initialized, 2 frozen
 * @param nativeReserve lamports that are no tokens, where the account wraps SOL
 */
public record TokenAccount(
        Address mint,
        Address owner,
        long amount,
        Option<Address> delegate,
        int state,
        Option<Long> nativeReserve,
        long delegatedAmount,
        Option<Address> closeAuthority) {

    /** How many bytes one has. */
    public static final int LENGTH = 165;

    static final int UNINITIALIZED = 0;
    static final int INITIALIZED = 1;
    static final int FROZEN = 2;

    /** An account without any balance. */
    public static TokenAccount empty(Address mint, Address owner) {
        return holding(mint, owner, 0);
    }

    /** An account with a balance; unsigned base units. */
    public static TokenAccount holding(Address mint, Address owner, long amount) {
        return new TokenAccount(mint, owner, amount, Option.none(), INITIALIZED, Option.none(), 0, Option.none());
    }

    /** Reads one, initialized or not; none if the data has another length or a state that does not exist. */
    public static Option<TokenAccount> parse(Bytes data) {
        if (data.length() != LENGTH) {
            return Option.none();
        }
        BorshReader in = new BorshReader(data);
        TokenAccount account = new TokenAccount(
                in.address(),
                in.address(),
                in.u64(),
                TokenLayout.address(in),
                in.u8(),
                TokenLayout.amount(in),
                in.u64(),
                TokenLayout.address(in));
        return account.state > FROZEN ? Option.none() : Option.some(account);
    }

    TokenAccount withAmount(long next) {
        return new TokenAccount(mint, owner, next, delegate, state, nativeReserve, delegatedAmount, closeAuthority);
    }

    public Bytes serialize() {
        BorshWriter out = new BorshWriter();
        out.address(mint);
        out.address(owner);
        out.u64(amount);
        TokenLayout.address(delegate, out);
        out.u8(state);
        TokenLayout.amount(nativeReserve, out);
        out.u64(delegatedAmount);
        TokenLayout.address(closeAuthority, out);
        return out.toBytes();
    }
}
