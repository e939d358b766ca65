package dev.mandate.engine.explain;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.explain.ExplanationFlag;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * Entries of lookup tables that were not read. Stand-ins take their places while a transaction is taken apart, and none is ever shown: an instruction
 * with such an account is not understood.
 *
 * @param tables of stand-ins
 * @param entries the table and the number of the entry, by stand-in
 */
record UnreadEntries(Array<LookupTable> tables, Map<Address, Tuple2<Address, Integer>> entries) {

    static final UnreadEntries NONE = new UnreadEntries(Array.empty(), HashMap.empty());

    /** An entry's number takes 8 bits. */
    private static final int ENTRIES = 256;

    static UnreadEntries of(Array<Address> tables) {
        Map<Address, Tuple2<Address, Integer>> entries = HashMap.ofEntries(
                tables.flatMap(table -> Array.range(0, ENTRIES).map(number -> Tuple.of(standIn(table, number), Tuple.of(table, number)))));
        return new UnreadEntries(
                tables.map(table -> new LookupTable(table, Array.range(0, ENTRIES).map(number -> standIn(table, number)))), entries);
    }

    private static Address standIn(Address table, int number) {
        Bytes32 hash = Sha256.of(("entry " + number + " of " + table).getBytes(StandardCharsets.UTF_8));
        return Address.of(hash.toArray());
    }

    private boolean isUnread(AccountMeta meta) {
        return entries.containsKey(meta.address());
    }

    /** The instruction; without accounts if one of them was not read, since their order has a meaning. */
    Instruction without(Instruction instruction) {
        return instruction.accounts().exists(this::isUnread)
                ? new Instruction(instruction.program(), Array.empty(), instruction.data())
                : instruction;
    }

    /** {@code explained}, in which each instruction with an unread account is not understood. */
    Array<ExplainedInstruction> told(Array<Instruction> all, Array<ExplainedInstruction> explained) {
        return explained.map(one -> all.get(one.number()).accounts().exists(this::isUnread) ? unknown(one, all.get(one.number())) : one);
    }

    private ExplainedInstruction unknown(ExplainedInstruction one, Instruction whole) {
        Array<AccountMeta> known = whole.accounts().toArray().reject(this::isUnread);
        String which = whole.accounts().zipWithIndex()
                .filter(meta -> isUnread(meta._1))
                .map(meta -> entries.get(meta._1.address())
                        .map(entry -> "account " + (meta._2 + 1) + " is entry " + entry._2 + " of the lookup table " + entry._1)
                        .get())
                .mkString(", ");
        return new ExplainedInstruction(
                one.number(),
                one.instruction(),
                new DescribedInstruction.Unknown(whole.program(), known, whole.data(), which + ", which was not read"),
                Option.none());
    }

    /** {@code explanation} with a flag for each table. Nobody knows what such a transaction means: it has no hash of its meaning. */
    Explanation told(Explanation explanation) {
        return tables.isEmpty() ? explanation : explanation.withUnread(tables.map(table -> new ExplanationFlag(
                ExplanationFlag.Code.CONTENT_UNREAD, Option.none(), Option.some(table.table()), ExplanationFlag.Certainty.CERTAIN)));
    }
}
