package dev.mandate.testsupport.svm;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction.Balances;
import dev.mandate.ports.spi.chain.LandedTransaction.TokenBalance;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Parses the rig's answers about past transactions. README.md beside {@code rig.mjs} defines them. */
final class LandedLines {

    private static final char SIGNS = '1';
    private static final char SIGNS_AND_IS_WRITABLE = '3';
    private static final char IS_WRITABLE = '2';

    private static final String BEFORE = "<";
    private static final String AFTER = ">";

    private LandedLines() {}

    static Option<Seq<LandedSignature>> history(String answer) {
        return answer.equals(Lines.NOTHING)
                ? Option.none()
                : Option.some(words(answer).map(word -> {
                    String[] parts = word.split(":", 4);
                    return new LandedSignature(
                            new Signature(Bytes.of(Lines.decode(parts[0]))),
                            Long.parseLong(parts[1]),
                            Option.some(new UnixTime(Long.parseLong(parts[2]))),
                            Lines.failure(parts[3]));
                }));
    }

    static Option<LandedTransaction> landed(String answer) {
        if (answer.equals(Lines.NOTHING)) {
            return Option.none();
        }
        Array<String> words = words(answer);
        Array<String> what = words.drop(5);
        return Option.some(new LandedTransaction(
                Array.of(words.get(4).split(",", -1)).map(word -> new Signature(Bytes.of(Lines.decode(word)))),
                Bytes.of(Lines.decode(words.get(2))),
                Long.parseLong(words.get(0)),
                Option.some(new UnixTime(Long.parseLong(words.get(1)))),
                Lines.failure(words.get(3)),
                what.reject(word -> word.startsWith(BEFORE) || word.startsWith(AFTER)).map(LandedLines::ran),
                balances(what, BEFORE),
                balances(what, AFTER)));
    }

    private static Balances balances(Array<String> words, String moment) {
        Array<String[]> parts = words.filter(word -> word.startsWith(moment)).map(word -> word.substring(1).split(":", -1));
        return new Balances(
                parts.filter(part -> part.length == 2).toLinkedMap(part -> Tuple.of(address(part[0]), amount(part[1]))),
                parts.filter(part -> part.length > 2).toLinkedMap(part -> Tuple.of(
                        address(part[0]),
                        new TokenBalance(
                                address(part[1]), address(part[2]), address(part[3]), Integer.parseInt(part[4]), amount(part[5])))));
    }

    private static BaseUnits amount(String digits) {
        return BaseUnits.parse(digits).get();
    }

    private static Array<String> words(String answer) {
        return answer.isEmpty() ? Array.empty() : Array.of(answer.split(" ", -1));
    }

    private static RanInstruction ran(String word) {
        String[] parts = word.split(":", -1);
        Array<String> accounts = parts[3].isEmpty() ? Array.empty() : Array.of(parts[3].split(",", -1));
        return new RanInstruction(
                position(parts[0]),
                new Instruction(
                        address(parts[1]), accounts.map(LandedLines::account), Bytes.of(Lines.decode(parts[2]))));
    }

    private static InstructionPosition position(String text) {
        int dot = text.indexOf('.');
        return dot < 0
                ? InstructionPosition.outer(Integer.parseInt(text))
                : InstructionPosition.inner(
                        Integer.parseInt(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
    }

    private static AccountMeta account(String text) {
        char rights = text.charAt(0);
        return new AccountMeta(
                address(text.substring(1)),
                rights == SIGNS || rights == SIGNS_AND_IS_WRITABLE,
                rights == IS_WRITABLE || rights == SIGNS_AND_IS_WRITABLE);
    }

    private static Address address(String word) {
        return Address.of(Lines.decode(word));
    }
}
