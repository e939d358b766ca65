package dev.mandate.solana.programs.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.control.Either;

/**
 * An initialized durable nonce account of the system program: 80 bytes ({@code solana_nonce::versions::Versions}).
 *
 * @param authority may advance the nonce and withdraw lamports
 * @param value stands in a message in place of a blockhash; valid until the nonce is advanced
 * @param lamportsPerSignature the fee when the value was stored; has no effect today
 */
public record NonceAccount(Version version, Address authority, Blockhash value, BaseUnits lamportsPerSignature) {

    public static final int LENGTH = 80;

    private static final int LEGACY_TAG = 0;
    private static final int CURRENT_TAG = 1;

    /** How the stored value was made. */
    public enum Version {
        /** A plain blockhash, from before 2022. The runtime accepts no message with it until the account is upgraded. */
        LEGACY,
        /** A value that differs from every blockhash. */
        CURRENT
    }

    public static Either<AccountProblem, NonceAccount> decode(Bytes data) {
        if (data.length() != LENGTH) {
            return Either.left(new AccountProblem.WrongLength(data.length(), LENGTH));
        }
        ByteReader in = new ByteReader(data);
        Version version = in.tagU32(CURRENT_TAG) == LEGACY_TAG ? Version.LEGACY : Version.CURRENT;
        boolean initialized = in.tagU32(1) == 1;
        NonceAccount nonce = new NonceAccount(version, in.address(), new Blockhash(in.bytes32()), in.amount());
        return AccountProblem.initialized(initialized, in.finish(nonce));
    }

    public Bytes encode() {
        int versionTag = switch (version) {
            case LEGACY -> LEGACY_TAG;
            case CURRENT -> CURRENT_TAG;
        };
        return ByteWriter.write(out -> {
            out.u32(versionTag);
            out.u32(1);
            out.address(authority);
            out.bytes32(value.bytes());
            out.amount(lamportsPerSignature);
        });
    }
}
