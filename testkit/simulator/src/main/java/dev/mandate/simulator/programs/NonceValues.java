package dev.mandate.simulator.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.runtime.Moment;
import dev.mandate.solana.programs.account.NonceAccount;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/** Derives the values of durable nonces. Each is a hash of the latest blockhash and differs from every blockhash. */
public final class NonceValues {

    private static final byte[] PREFIX = "DURABLE_NONCE".getBytes(StandardCharsets.US_ASCII);

    private NonceValues() {}

    /** Returns the content of an initialized nonce account; none if {@code data} is something else. */
    public static Option<NonceAccount> read(Bytes data) {
        return NonceAccount.decode(data).toOption().filter(nonce -> nonce.version() == NonceAccount.Version.CURRENT);
    }

    /** Returns the content of a nonce account of {@code authority} after its creation or an advance. */
    public static NonceAccount next(Address authority, Moment now) {
        return new NonceAccount(
                NonceAccount.Version.CURRENT,
                authority,
                valueFrom(now.latestBlockhash()),
                BaseUnits.of(now.network().lamportsPerSignature()));
    }

    private static Blockhash valueFrom(Blockhash latest) {
        return new Blockhash(Sha256.of(PREFIX, latest.bytes().toArray()));
    }
}
