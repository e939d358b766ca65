package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedTransaction.Balances;
import dev.mandate.ports.spi.chain.LandedTransaction.TokenBalance;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageHeader;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** Reads an answer to {@code getTransaction} in base64: the transaction's own bytes, and what the node kept of its run. */
final class LandedReader {

    private final CompiledMessage message;
    private final Array<Address> keys;
    private final int loadedWritable;

    private LandedReader(CompiledMessage message, Array<Address> writable, Array<Address> readonly) {
        this.message = message;
        this.keys = message.staticKeys().toArray().appendAll(writable).appendAll(readonly);
        this.loadedWritable = writable.size();
    }

    /** What became of the transaction whose first signature is {@code asked}. */
    static LandedTransaction read(Signature asked, AnswerShape answer) {
        AnswerShape bytes = answer.field("transaction");
        if (answer.optional("meta").isEmpty() && bytes.base64().length() == 0) {
            return new LandedTransaction(
                    Array.of(asked), Bytes.EMPTY, answer.field("slot").count(), time(answer), Option.none(), Array.empty(), Balances.NONE, Balances.NONE);
        }
        WireTransaction transaction = WireTransaction.parse(bytes.base64())
                .getOrElseThrow(problem -> bytes.wrong("is no transaction of a known version"));
        CompiledMessage message = transaction.message();
        // A changed byte must not hide that a message has landed.
        if (!transaction.signatures().head().equals(asked)
                || StrictEd25519.checkLanded(message.feePayer(), message.serialize(), asked) != Verdict.VALID) {
            throw bytes.wrong("is another transaction");
        }
        AnswerShape meta = answer.field("meta");
        Option<TransactionFailure> failure = FailureReader.err(meta);
        Option<AnswerShape> loaded = meta.optional("loadedAddresses");
        LandedReader reader = new LandedReader(message, addresses(loaded, "writable"), addresses(loaded, "readonly"));
        return new LandedTransaction(
                transaction.signatures().toArray(),
                message.serialize(),
                answer.field("slot").count(),
                time(answer),
                failure,
                failure.isDefined() ? Array.empty() : reader.instructions(meta),
                reader.balances(meta, "pre"),
                reader.balances(meta, "post"));
    }

    /** The field {@code blockTime}, where the node knows it. */
    static Option<UnixTime> time(AnswerShape answer) {
        return answer.optional("blockTime").map(time -> new UnixTime(time.signedLong()));
    }

    private static Array<Address> addresses(Option<AnswerShape> loaded, String rights) {
        return loaded.toArray().flatMap(addresses -> addresses.field(rights).items()).map(AnswerShape::address);
    }

    private Array<RanInstruction> instructions(AnswerShape meta) {
        Array<CompiledInstruction> outer = message.instructions().toArray();
        // A node that was told not to keep the calls between programs has none at all: the balances tell what they did.
        Map<Integer, Array<AnswerShape>> calls = meta.optional("innerInstructions").toArray().flatMap(AnswerShape::items).toMap(group -> Tuple.of(
                group.field("index").index(outer.size()), group.field("instructions").items()));
        return outer.zipWithIndex().flatMap(each -> called(calls.get(each._2).getOrElse(Array::empty), each._2)
                .prepend(new RanInstruction(InstructionPosition.outer(each._2), instruction(each._1))));
    }

    private Array<RanInstruction> called(Array<AnswerShape> calls, int outer) {
        return calls.zipWithIndex((call, index) -> new RanInstruction(InstructionPosition.inner(outer, index), instruction(call)));
    }

    private Instruction instruction(CompiledInstruction compiled) {
        return new Instruction(
                key(compiled.programIndex()),
                Array.range(0, compiled.accountIndexes().length()).map(position -> account(compiled.accountIndex(position))),
                compiled.data());
    }

    private Instruction instruction(AnswerShape call) {
        AnswerShape data = call.field("data");
        return new Instruction(
                key(call.field("programIdIndex").index(keys.size())),
                call.field("accounts").items().map(index -> account(index.index(keys.size()))),
                Bytes.of(Base58.decode(data.text()).getOrElseThrow(problem -> data.wrong("is no base58"))));
    }

    private Address key(int index) {
        if (index >= keys.size()) {
            throw new MalformedAnswerException("getTransaction.meta.loadedAddresses lacks addresses");
        }
        return keys.get(index);
    }

    private AccountMeta account(int index) {
        MessageHeader header = message.header();
        int signers = header.requiredSignatures();
        int fixed = message.staticKeys().size();
        boolean writable = index < signers
                ? index < signers - header.readonlySigned()
                : index < fixed ? index < fixed - header.readonlyUnsigned() : index < fixed + loadedWritable;
        return new AccountMeta(key(index), index < signers, writable);
    }

    /**
     * Nodes of old kept neither owner nor program of a token account. Lamports that do not fit the addresses are not known.
     *
     * @param moment {@code pre} or {@code post}
     */
    private Balances balances(AnswerShape meta, String moment) {
        Array<AnswerShape> lamports = meta.optional(moment + "Balances").toArray().flatMap(AnswerShape::items);
        return new Balances(
                lamports.size() == keys.size() ? LinkedHashMap.ofEntries(keys.zip(lamports.map(AnswerShape::amount))) : LinkedHashMap.empty(),
                LinkedHashMap.ofEntries(meta.optional(moment + "TokenBalances")
                        .toArray()
                        .flatMap(AnswerShape::items)
                        .filter(balance -> balance.optional("owner").isDefined() && balance.optional("programId").isDefined())
                        .map(balance -> Tuple.of(key(balance.field("accountIndex").index(keys.size())), tokens(balance)))));
    }

    private static TokenBalance tokens(AnswerShape balance) {
        AnswerShape amount = balance.field("uiTokenAmount").field("amount");
        return new TokenBalance(
                balance.field("mint").address(),
                balance.field("owner").address(),
                balance.field("programId").address(),
                balance.field("uiTokenAmount").field("decimals").index(256),
                BaseUnits.parse(amount.text()).getOrElseThrow(problem -> amount.wrong("is no amount")));
    }
}
