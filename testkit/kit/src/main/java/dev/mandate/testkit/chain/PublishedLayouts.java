package dev.mandate.testkit.chain;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.address.ProgramDerivedAddress;
import io.vavr.collection.List;
import io.vavr.collection.Seq;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Instructions and accounts of common programs, built by hand from their published layouts. The contract must not depend on
 * encoders that the chain under test may use.
 */
final class PublishedLayouts {

    static final Address SYSTEM = Address.ZERO;
    static final Address TOKEN = Address.of("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
    static final Address ASSOCIATED_TOKEN = Address.of("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
    static final Address COMPUTE_BUDGET = Address.of("ComputeBudget111111111111111111111111111111");
    static final Address LOOKUP_TABLES = Address.of("AddressLookupTab1e1111111111111111111111111");
    static final Address RECENT_BLOCKHASHES = Address.of("SysvarRecentB1ockHashes11111111111111111111");

    private static final int MINT_LENGTH = 82;
    private static final int TOKEN_ACCOUNT_LENGTH = 165;
    private static final int NONCE_LENGTH = 80;
    private static final int TABLE_HEADER_LENGTH = 56;
    private static final BaseUnits PLENTY = BaseUnits.of(1_000_000_000);

    private PublishedLayouts() {}

    /** SystemInstruction 2: from (writable, signs), to (writable). */
    static Instruction transfer(Address from, Address to, long lamports) {
        return new Instruction(
                SYSTEM,
                List.of(AccountMeta.writableSigner(from), AccountMeta.writable(to)),
                written(12, data -> data.putInt(2).putLong(lamports)));
    }

    /** SystemInstruction 0: payer and the new account (both writable and sign). */
    static Instruction createAccount(Address payer, Address created, long lamports, long space, Address owner) {
        return new Instruction(
                SYSTEM,
                List.of(AccountMeta.writableSigner(payer), AccountMeta.writableSigner(created)),
                written(52, data -> data.putInt(0).putLong(lamports).putLong(space).put(owner.toArray())));
    }

    /** SystemInstruction 4: nonce account (writable), recent blockhashes sysvar, authority (signs). */
    static Instruction advanceNonce(Address nonce, Address authority) {
        return new Instruction(
                SYSTEM,
                List.of(
                        AccountMeta.writable(nonce),
                        AccountMeta.readonly(RECENT_BLOCKHASHES),
                        AccountMeta.signer(authority)),
                written(4, data -> data.putInt(4)));
    }

    /** TokenInstruction 12: source (writable), mint, destination (writable), owner (signs). */
    static Instruction transferChecked(
            Address source, Address mint, Address destination, Address owner, long amount, int decimals) {
        return new Instruction(
                TOKEN,
                List.of(
                        AccountMeta.writable(source),
                        AccountMeta.readonly(mint),
                        AccountMeta.writable(destination),
                        AccountMeta.signer(owner)),
                written(10, data -> data.put((byte) 12).putLong(amount).put((byte) decimals)));
    }

    /**
     * AssociatedTokenAccountInstruction 0: payer (writable, signs), the new account (writable), owner, mint, system program, token
     * program. The account's address follows from owner, token program and mint.
     */
    static Instruction createTokenAccount(Address payer, Address owner, Address mint) {
        Address created = ProgramDerivedAddress.find(
                        ASSOCIATED_TOKEN, owner.toArray(), TOKEN.toArray(), mint.toArray())
                .address();
        return new Instruction(
                ASSOCIATED_TOKEN,
                List.of(
                        AccountMeta.writableSigner(payer),
                        AccountMeta.writable(created),
                        AccountMeta.readonly(owner),
                        AccountMeta.readonly(mint),
                        AccountMeta.readonly(SYSTEM),
                        AccountMeta.readonly(TOKEN)),
                Bytes.of((byte) 0));
    }

    static Instruction computeUnitLimit(int units) {
        return new Instruction(COMPUTE_BUDGET, List.empty(), written(5, data -> data.put((byte) 2).putInt(units)));
    }

    static Instruction heapFrame(int bytes) {
        return new Instruction(COMPUTE_BUDGET, List.empty(), written(5, data -> data.put((byte) 1).putInt(bytes)));
    }

    static Instruction loadedAccountsDataLimit(int bytes) {
        return new Instruction(COMPUTE_BUDGET, List.empty(), written(5, data -> data.put((byte) 4).putInt(bytes)));
    }

    static Instruction computeUnitPrice(long microLamports) {
        return new Instruction(
                COMPUTE_BUDGET, List.empty(), written(9, data -> data.put((byte) 3).putLong(microLamports)));
    }

    /** Returns a system account without data. */
    static AccountData plain(long lamports) {
        return new AccountData(BaseUnits.of(lamports), SYSTEM, Bytes.EMPTY, false);
    }

    static AccountData mint(int decimals, long supply) {
        Bytes data = written(
                MINT_LENGTH, mint -> mint.position(36).putLong(supply).put((byte) decimals).put((byte) 1));
        return new AccountData(PLENTY, TOKEN, data, false);
    }

    static AccountData tokenAccount(Address mint, Address owner, long amount) {
        Bytes data = written(
                TOKEN_ACCOUNT_LENGTH,
                account -> account.put(mint.toArray()).put(owner.toArray()).putLong(amount).put(108, (byte) 1));
        return new AccountData(PLENTY, TOKEN, data, false);
    }

    /** Returns the amount in a token account's data. */
    static long tokenAmount(AccountData account) {
        return ByteBuffer.wrap(account.data().toArray()).order(ByteOrder.LITTLE_ENDIAN).getLong(64);
    }

    /** Returns an initialized nonce account of the current layout (version 1). */
    static AccountData nonce(Address authority, Address value) {
        Bytes data = written(
                NONCE_LENGTH,
                nonce -> nonce.putInt(1).putInt(1).put(authority.toArray()).put(value.toArray()).putLong(5_000));
        return new AccountData(PLENTY, SYSTEM, data, false);
    }

    /** Returns the value in a nonce account's data, as an address. */
    static Address nonceValue(AccountData account) {
        return Address.of(account.data().toArray(), 40);
    }

    /** Returns an active lookup table without authority, last extended in slot 1. */
    static AccountData lookupTable(Seq<Address> entries) {
        Bytes data = written(TABLE_HEADER_LENGTH + 32 * entries.size(), table -> {
            table.putInt(1).putLong(-1L).putLong(1L).position(TABLE_HEADER_LENGTH);
            entries.forEach(entry -> table.put(entry.toArray()));
        });
        return new AccountData(PLENTY, LOOKUP_TABLES, data, false);
    }

    /** Returns little-endian data of {@code length} bytes, zero where nothing is written. */
    static Bytes written(int length, Consumer<ByteBuffer> writer) {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        writer.accept(buffer);
        return Bytes.of(buffer.array());
    }
}
