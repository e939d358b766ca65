package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.solana.squadsv4.account.AccountType;
import io.vavr.collection.Array;
import java.nio.ByteBuffer;

/** What the data must match to list the program's accounts of one kind that belong to one smart account. */
final class AccountMatches {

    /** Every account that belongs to a smart account holds a discriminator, then the address of the settings. */
    private static final int SETTINGS_OFFSET = Long.BYTES;

    static final int BEHIND_SETTINGS = SETTINGS_OFFSET + 32;

    private AccountMatches() {}

    static Array<DataMatch> of(AccountType type, AccountRef account) {
        Bytes discriminator =
                Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(type.discriminator()).array());
        return Array.of(
                new DataMatch(0, discriminator),
                new DataMatch(SETTINGS_OFFSET, Bytes.of(account.settings().address().toArray())));
    }
}
