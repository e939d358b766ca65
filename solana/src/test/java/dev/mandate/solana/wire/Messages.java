package dev.mandate.solana.wire;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.NullMarked;

/** Generates messages over a small set of addresses, so that addresses repeat, change roles and stand in tables. */
@NullMarked
final class Messages {

    private static final int POOL = 24;

    private Messages() {}

    /** Returns the address with this number. These addresses share leading bytes, unlike real ones. */
    static Address address(int number) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = 7;
        bytes[31] = (byte) number;
        return Address.of(bytes);
    }

    static Arbitrary<Message> any() {
        return Combinators.combine(
                        Arbitraries.of(MessageVersion.class), addresses(), lifetimes(), configs(), instructions(), tables())
                .as((version, feePayer, lifetime, config, instructions, tables) -> new Message(
                        version,
                        feePayer,
                        lifetime,
                        version == MessageVersion.V1 ? config : TransactionConfig.NONE,
                        instructions,
                        version == MessageVersion.V0 ? tables : Array.empty()));
    }

    private static Arbitrary<TransactionConfig> configs() {
        Arbitrary<Long> u32 = Arbitraries.longs().between(0, 0xffff_ffffL);
        return Combinators.combine(
                        Arbitraries.longs().optional(),
                        u32.optional(),
                        u32.optional(),
                        Arbitraries.integers().between(32, 256).map(kib -> kib * 1_024).optional())
                .as((fee, units, loaded, heap) -> new TransactionConfig(
                        Option.ofOptional(fee), Option.ofOptional(units), Option.ofOptional(loaded), Option.ofOptional(heap)));
    }

    /** Generates messages that compile. */
    static Arbitrary<CompiledMessage> compiled() {
        return any().map(MessageCompiler::compile).filter(result -> result.isRight()).map(result -> result.get());
    }

    private static Arbitrary<Address> addresses() {
        return Arbitraries.integers().between(0, POOL - 1).map(Messages::address);
    }

    private static Arbitrary<Blockhash> lifetimes() {
        return Arbitraries.bytes().array(byte[].class).ofSize(Bytes32.LENGTH).map(bytes -> new Blockhash(Bytes32.of(bytes)));
    }

    private static Arbitrary<Array<Instruction>> instructions() {
        Arbitrary<Array<AccountMeta>> accounts = Combinators.combine(
                        addresses(),
                        Arbitraries.frequency(
                                Tuple.of(1, true), Tuple.of(5, false)),
                        Arbitraries.of(true, false))
                .as(AccountMeta::new)
                .list()
                .ofMaxSize(9)
                .map(Array::ofAll);
        Arbitrary<Bytes> data = Arbitraries.bytes().array(byte[].class).ofMaxSize(200).map(Bytes::of);
        return Combinators.combine(addresses(), accounts, data)
                .as((program, metas, content) -> new Instruction(program, metas, content))
                .list()
                .ofMaxSize(5)
                .map(Array::ofAll);
    }

    private static Arbitrary<Array<LookupTable>> tables() {
        Arbitrary<Array<Address>> entries = addresses().list().ofMaxSize(12).map(Array::ofAll);
        return Combinators.combine(Arbitraries.integers().between(100, 103).map(Messages::address), entries)
                .as((table, held) -> new LookupTable(table, held))
                .list()
                .uniqueElements(LookupTable::table)
                .ofMaxSize(3)
                .map(Array::ofAll);
    }
}
