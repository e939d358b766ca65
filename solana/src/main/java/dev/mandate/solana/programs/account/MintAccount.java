package dev.mandate.solana.programs.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A mint of either token program, initialized: 82 bytes ({@code spl_token::state::Mint}), or more with extensions.
 *
 * @param mintAuthority who may make more of it
 * @param decimals 0 to 255
 * @param freezeAuthority who may freeze its token accounts
 * @param extensions Token-2022's, as they lie after the account's type byte; empty if there are none
 */
public record MintAccount(
        Option<Address> mintAuthority,
        BaseUnits supply,
        int decimals,
        Option<Address> freezeAuthority,
        Bytes extensions) {

    public static final int LENGTH = 82;

    public MintAccount {
        if (decimals < 0 || decimals > 255) {
            throw new IllegalArgumentException("decimals are a byte, not " + decimals);
        }
    }

    public static Either<AccountProblem, MintAccount> decode(Bytes data) {
        if (data.length() != LENGTH && !TokenExtensions.follow(data, TokenExtensions.MINT)) {
            return Either.left(new AccountProblem.WrongLength(data.length(), LENGTH));
        }
        AccountReader reader = new AccountReader(data);
        Option<Address> mintAuthority = reader.optionalAddress();
        BaseUnits supply = reader.amount();
        int decimals = reader.u8();
        boolean initialized = reader.tagU8(1) == 1;
        Option<Address> freezeAuthority = reader.optionalAddress();
        MintAccount mint =
                new MintAccount(mintAuthority, supply, decimals, freezeAuthority, TokenExtensions.of(data));
        return reader.read(mint)
                .flatMap(read -> initialized ? Either.right(read) : Either.left(new AccountProblem.NotInitialized()));
    }

    /** The content of Token-2022's extension of this type, if it has one. */
    public Option<Bytes> extension(int type) {
        return TokenExtensions.find(extensions, type);
    }

    /** The data of such an account; zeros stand where there is no authority. */
    public Bytes encode() {
        AccountWriter writer = new AccountWriter(TokenExtensions.lengthWith(LENGTH, extensions))
                .optionalAddress(mintAuthority)
                .amount(supply)
                .u8(decimals)
                .u8(1)
                .optionalAddress(freezeAuthority);
        return TokenExtensions.append(writer, TokenExtensions.MINT, extensions);
    }
}
