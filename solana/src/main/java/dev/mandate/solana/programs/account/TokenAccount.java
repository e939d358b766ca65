package dev.mandate.solana.programs.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * An initialized token account of either token program: 165 bytes ({@code spl_token::state::Account}), or more with extensions.
 *
 * @param owner may move the tokens
 * @param delegate may move up to {@code delegatedAmount} of them
 * @param nativeReserve for wrapped SOL: the lamports that are rent, not tokens
 * @param closeAuthority may close the account; none if only the owner may
 * @param extensions the bytes of Token-2022's extensions after the account type byte; empty if there are none
 */
public record TokenAccount(
        Address mint,
        Address owner,
        BaseUnits amount,
        Option<Address> delegate,
        State state,
        Option<BaseUnits> nativeReserve,
        BaseUnits delegatedAmount,
        Option<Address> closeAuthority,
        Bytes extensions) {

    public static final int LENGTH = 165;

    /** Whether the mint's freeze authority has frozen the account. */
    public enum State {
        INITIALIZED,
        FROZEN
    }

    private static final int UNINITIALIZED_TAG = 0;
    private static final int INITIALIZED_TAG = 1;
    private static final int FROZEN_TAG = 2;

    /** Returns an account without delegate, close authority and extensions, not frozen. */
    public static TokenAccount of(Address mint, Address owner, BaseUnits amount) {
        return new TokenAccount(
                mint,
                owner,
                amount,
                Option.none(),
                State.INITIALIZED,
                Option.none(),
                BaseUnits.ZERO,
                Option.none(),
                Bytes.EMPTY);
    }

    public TokenAccount withAmount(BaseUnits newAmount) {
        return new TokenAccount(
                mint,
                owner,
                newAmount,
                delegate,
                state,
                nativeReserve,
                delegatedAmount,
                closeAuthority,
                extensions);
    }

    public static Either<AccountProblem, TokenAccount> decode(Bytes data) {
        if (data.length() != LENGTH && !TokenExtensions.follow(data, TokenExtensions.ACCOUNT)) {
            return Either.left(new AccountProblem.WrongLength(data.length(), LENGTH));
        }
        ByteReader in = new ByteReader(data);
        Address mint = in.address();
        Address owner = in.address();
        BaseUnits amount = in.amount();
        Option<Address> delegate = in.optionWithRoom(ByteReader::address);
        int state = in.tag(FROZEN_TAG);
        TokenAccount account = new TokenAccount(
                mint,
                owner,
                amount,
                delegate,
                state == FROZEN_TAG ? State.FROZEN : State.INITIALIZED,
                in.optionWithRoom(ByteReader::amount),
                in.amount(),
                in.optionWithRoom(ByteReader::address),
                TokenExtensions.of(data));
        return AccountProblem.initialized(state != UNINITIALIZED_TAG, in.finishPrefix(account));
    }

    /** Returns the content of the Token-2022 extension of {@code type}; none if the account has none. */
    public Option<Bytes> extension(int type) {
        return TokenExtensions.find(extensions, type);
    }

    /** Encodes the account. An absent optional field is written as zeros. */
    public Bytes encode() {
        int stateTag = switch (state) {
            case INITIALIZED -> INITIALIZED_TAG;
            case FROZEN -> FROZEN_TAG;
        };
        return ByteWriter.write(out -> {
            out.address(mint);
            out.address(owner);
            out.amount(amount);
            out.addressWithRoom(delegate);
            out.u8(stateTag);
            out.amountWithRoom(nativeReserve);
            out.amount(delegatedAmount);
            out.addressWithRoom(closeAuthority);
            TokenExtensions.write(TokenExtensions.ACCOUNT, extensions, out);
        });
    }
}
