package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.control.Either;

/**
 * The program's own settings, which are the same for all accounts.
 *
 * @param authority who may change them
 * @param multisigCreationFee lamports for each new account, unsigned
 * @param treasury who receives them
 * @param reserved {@link #RESERVED} bytes without a meaning yet
 */
public record ProgramConfigAccount(Address authority, long multisigCreationFee, Address treasury, Bytes reserved)
        implements SquadsAccount {

    /** How many bytes it has. */
    public static final int SIZE = 144;

    /** How many of them are kept for later. */
    public static final int RESERVED = 64;

    /** With nothing in the reserved bytes. */
    public static ProgramConfigAccount of(Address authority, long multisigCreationFee, Address treasury) {
        return new ProgramConfigAccount(authority, multisigCreationFee, treasury, Bytes.of(new byte[RESERVED]));
    }

    /** Reads one, whatever lies behind its content. */
    public static Either<SquadsAccountProblem, ProgramConfigAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.PROGRAM_CONFIG, ProgramConfigAccount::readFields);
    }

    private static ProgramConfigAccount readFields(ByteReader in) {
        return new ProgramConfigAccount(in.address(), in.u64(), in.address(), in.bytes(RESERVED));
    }

    @Override
    public AccountType type() {
        return AccountType.PROGRAM_CONFIG;
    }

    @Override
    public void writeFields(ByteWriter out) {
        out.address(authority);
        out.u64(multisigCreationFee);
        out.address(treasury);
        out.bytes(reserved);
    }
}
