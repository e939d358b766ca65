package dev.mandate.solana.programs.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * An initialized mint of either token program: 82 bytes ({@code spl_token::state::Mint}), or more with extensions.
 *
 * @param mintAuthority may mint more tokens
 * @param decimals 0 to 255
 * @param freezeAuthority may freeze token accounts of this mint
 * @param extensions the bytes of Token-2022's extensions after the account type byte; empty if there are none
 */
public record MintAccount(
        Option<Address> mintAuthority,
        BaseUnits supply,
        int decimals,
        Option<Address> freezeAuthority,
        Bytes extensions) {

    public static final int LENGTH = 82;

    public MintAccount {
        Unsigned.requireU8(decimals);
    }

    public static Either<AccountProblem, MintAccount> decode(Bytes data) {
        if (data.length() != LENGTH && !TokenExtensions.follow(data, TokenExtensions.MINT)) {
            return Either.left(new AccountProblem.WrongLength(data.length(), LENGTH));
        }
        ByteReader in = new ByteReader(data);
        Option<Address> mintAuthority = in.optionWithRoom(ByteReader::address);
        BaseUnits supply = in.amount();
        int decimals = in.u8();
        boolean initialized = in.bool();
        Option<Address> freezeAuthority = in.optionWithRoom(ByteReader::address);
        MintAccount mint =
                new MintAccount(mintAuthority, supply, decimals, freezeAuthority, TokenExtensions.of(data));
        return AccountProblem.initialized(initialized, in.finishPrefix(mint));
    }

    /** Returns the content of the Token-2022 extension of {@code type}; none if the mint has none. */
    public Option<Bytes> extension(int type) {
        return TokenExtensions.find(extensions, type);
    }

    /** Encodes the account. An absent authority is written as zeros. */
    public Bytes encode() {
        return ByteWriter.write(out -> {
            out.addressWithRoom(mintAuthority);
            out.amount(supply);
            out.u8(decimals);
            out.u8(1);
            out.addressWithRoom(freezeAuthority);
            TokenExtensions.write(TokenExtensions.MINT, extensions, out);
        });
    }
}
