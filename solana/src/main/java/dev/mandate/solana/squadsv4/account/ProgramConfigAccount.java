package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.control.Either;

/**
 * The program-wide settings, which apply to all accounts.
 *
 * @param authority may change them
 * @param multisigCreationFee lamports for each new account
 * @param treasury receives the fee
 * @param reserved {@link #RESERVED} bytes without meaning
 */
public record ProgramConfigAccount(Address authority, BaseUnits multisigCreationFee, Address treasury, Bytes reserved)
        implements SquadsAccount {

    /** The size of the account in bytes. */
    public static final int SIZE = 144;

    /** The number of reserved bytes. */
    public static final int RESERVED = 64;

    /** Returns an account whose reserved bytes are zero. */
    public static ProgramConfigAccount of(Address authority, BaseUnits multisigCreationFee, Address treasury) {
        return new ProgramConfigAccount(authority, multisigCreationFee, treasury, Bytes.of(new byte[RESERVED]));
    }

    /** Decodes the account. Bytes after its content are ignored. */
    public static Either<SquadsAccountProblem, ProgramConfigAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.PROGRAM_CONFIG, ProgramConfigAccount::readFields);
    }

    private static ProgramConfigAccount readFields(ByteReader in) {
        return new ProgramConfigAccount(in.address(), in.amount(), in.address(), in.bytes(RESERVED));
    }

    @Override
    public AccountType type() {
        return AccountType.PROGRAM_CONFIG;
    }

    @Override
    public void writeFields(ByteWriter out) {
        out.address(authority);
        out.amount(multisigCreationFee);
        out.address(treasury);
        out.bytes(reserved);
    }
}
