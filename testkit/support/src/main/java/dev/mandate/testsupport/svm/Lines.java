package dev.mandate.testsupport.svm;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.SignatureStatus;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The words of the rig's line protocol. README.md beside {@code rig.mjs} defines them. */
final class Lines {

    static final String NOTHING = ".";

    private static final String EMPTY = "-";

    private Lines() {}

    static String encode(Bytes bytes) {
        return bytes.length() == 0 ? EMPTY : Base64.getEncoder().encodeToString(bytes.toArray());
    }

    static String encode(Address address) {
        return Base64.getEncoder().encodeToString(address.toArray());
    }

    /** Returns the addresses, each after a space. */
    static String joined(Seq<Address> addresses) {
        StringBuilder words = new StringBuilder(addresses.size() * 45);
        addresses.forEach(address -> words.append(' ').append(encode(address)));
        return words.toString();
    }

    static byte[] decode(String word) {
        return word.equals(EMPTY) ? new byte[0] : Base64.getDecoder().decode(word);
    }

    static BaseUnits amount(String word) {
        return BaseUnits.ofUnsignedBits(Long.parseUnsignedLong(word));
    }

    static Seq<String> logs(String word) {
        String text = new String(decode(word), StandardCharsets.UTF_8);
        return text.isEmpty() ? Array.empty() : Array.of(text.split("\n", -1));
    }

    static Option<SignatureStatus> status(String word) {
        if (word.equals(NOTHING)) {
            return Option.none();
        }
        String[] parts = word.split(":", 2);
        return Option.some(new SignatureStatus(Long.parseLong(parts[0]), Finality.FINALIZED, failure(parts[1])));
    }

    /** Parses slot, time and accounts from the word at {@code from} on. */
    static AccountsSnapshot snapshot(Seq<AccountQuery> queries, String[] words, int from) {
        Map<Address, AccountData> accounts = HashMap.empty();
        int at = from + 2;
        for (AccountQuery query : queries) {
            String word = words[at++];
            if (!word.equals(NOTHING)) {
                accounts = accounts.put(query.address(), account(word.split(":", -1), 0));
            }
        }
        return AccountsSnapshot.of(
                Long.parseLong(words[from]), new UnixTime(Long.parseLong(words[from + 1])), queries, accounts);
    }

    /** Parses slot and time, then accounts with their addresses. */
    static AccountsSnapshot found(Address owner, String[] words) {
        Map<Address, AccountData> accounts = HashMap.empty();
        for (int at = 2; at < words.length; at++) {
            String[] parts = words[at].split(":", -1);
            accounts = accounts.put(Address.of(decode(parts[0])), account(parts, 1));
        }
        return AccountsSnapshot.of(
                Long.parseLong(words[0]),
                new UnixTime(Long.parseLong(words[1])),
                accounts.keySet().toArray().map(address -> AccountQuery.ownedBy(address, owner)),
                accounts);
    }

    private static AccountData account(String[] parts, int from) {
        return new AccountData(
                amount(parts[from]),
                Address.of(decode(parts[from + 1])),
                Bytes.of(decode(parts[from + 3])),
                parts[from + 2].equals("1"));
    }

    /** Parses a transaction's failure, or none. */
    static Option<TransactionFailure> failure(String word) {
        if (word.equals(NOTHING)) {
            return Option.none();
        }
        String[] parts = word.split(":", -1);
        return Option.some(switch (parts[0]) {
            case "ix" -> new TransactionFailure.InstructionFailed(Integer.parseInt(parts[1]), cause(parts));
            case "rent" -> new TransactionFailure.InsufficientFundsForRent(Integer.parseInt(parts[1]));
            default -> new TransactionFailure.Named(word);
        });
    }

    private static InstructionFailure cause(String[] parts) {
        return parts.length == 4
                ? new InstructionFailure.Custom(Long.parseLong(parts[3]))
                : new InstructionFailure.Named(parts[2]);
    }
}
