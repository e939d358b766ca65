package dev.mandate.benchmarks.load;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.keys.TestKey;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a client does before it prepares: has a 2-of-3 account made, and funded. */
final class Scene {

    private static final Pattern ADDRESS = Pattern.compile("\"smart_account_address\":\"([^\"]+)\"");

    private final Connection line;
    private final String key;

    Scene(Connection line, String key) {
        this.line = line;
        this.key = key;
    }

    /** A request to prepare a SOL transfer out of a fresh account, signed by two of its three signers. */
    byte[] prepare() throws IOException {
        Array<Address> people = Array.of("alice", "bob", "carol").map(name -> TestKey.of(name).address());
        String signers = people.map("{\"address\":\"%s\",\"permissions\":[\"CAN_INITIATE\",\"CAN_VOTE\",\"CAN_EXECUTE\"]}"::formatted)
                .mkString("[", ",", "]");
        String made = asked(
                "/api/v1/smart-accounts", "{\"smart_account_signers\":%s,\"threshold\":2}".formatted(signers));
        Matcher found = ADDRESS.matcher(made);
        if (!found.find()) {
            throw new IOException("no account was made: " + made);
        }
        Address account = Address.parse(found.group(1)).get();
        for (Address funded : people.append(account)) {
            String given = asked(
                    "/api/v1/simulated/fund", "{\"address\":\"%s\",\"lamports\":\"10000000000\"}".formatted(funded));
            if (!given.contains("10000000000")) {
                throw new IOException("not funded: " + given);
            }
        }
        String body = "{\"smart_account_address\":\"%s\",\"transaction\":\"%s\",\"fee_config\":{\"currency\":\"sol\",\"payer_address\":\"%s\"},\"transaction_signers\":[\"%s\",\"%s\"]}"
                .formatted(account, transfer(account, people.get(2)), people.get(0), people.get(0), people.get(1));
        return Connection.request("POST", "/api/v0/smart_account/transaction/prepare", key, body);
    }

    private String asked(String path, String body) throws IOException {
        Connection.Answer answer = line.exchange(Connection.request("POST", path, key, body));
        String text = new String(answer.body().toArray(), StandardCharsets.UTF_8);
        if (answer.status() >= 300) {
            throw new IOException(path + " answered " + text);
        }
        return text;
    }

    private static String transfer(Address from, Address to) {
        Message message = new Message(
                MessageVersion.LEGACY,
                from,
                new Blockhash(Bytes32.ZERO),
                Array.of(SystemProgram.transfer(from, to, BaseUnits.of(1_000_000))),
                Array.empty());
        return Base64.getEncoder()
                .encodeToString(new SolanaFormat().compile(message).get().transaction().toArray());
    }
}
