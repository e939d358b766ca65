package dev.mandate.benchmarks.load;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import java.io.IOException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a client does before it prepares: has a 2-of-3 account made, and funded. */
final class Scene {

    private static final Pattern ADDRESS = Pattern.compile("\"smart_account_address\":\"([^\"]+)\"");
    /** Of whom the first pays, and the first two sign. */
    static final Array<Address> PEOPLE =
            Array.of("alice", "bob", "carol").map(name -> TestKey.of(name).address());

    static final BaseUnits FUNDS = BaseUnits.of(10_000_000_000L);

    private final Venue venue;

    Scene(Venue venue) {
        this.venue = venue;
    }

    /** What is posted. */
    record Asked(String path, String body) {}

    /** Whoever answers: a server, or the service behind one. */
    interface Venue {

        /**
         * The body of the answer.
         *
         * @throws IOException if it is a refusal
         */
        String answer(Asked asked) throws IOException;

        /** Gives SOL to {@code address}. */
        void fund(Address address, BaseUnits lamports) throws IOException;
    }

    /** A request to prepare a SOL transfer out of a fresh account, signed by two of its three signers. */
    Asked prepare() throws IOException {
        String signers = PEOPLE.map("{\"address\":\"%s\",\"permissions\":[\"CAN_INITIATE\",\"CAN_VOTE\",\"CAN_EXECUTE\"]}"::formatted)
                .mkString("[", ",", "]");
        String made = venue.answer(new Asked(
                "/api/v1/smart-accounts", "{\"smart_account_signers\":%s,\"threshold\":2}".formatted(signers)));
        Matcher found = ADDRESS.matcher(made);
        if (!found.find()) {
            throw new IOException("no account was made: " + made);
        }
        Address account = Address.parse(found.group(1)).get();
        for (Address funded : PEOPLE.append(account)) {
            venue.fund(funded, FUNDS);
        }
        String body = "{\"smart_account_address\":\"%s\",\"transaction\":\"%s\",\"fee_config\":{\"currency\":\"sol\",\"payer_address\":\"%s\"},\"transaction_signers\":[\"%s\",\"%s\"]}"
                .formatted(
                        account,
                        Base64.getEncoder().encodeToString(transfer(account, PEOPLE.get(2)).toArray()),
                        PEOPLE.get(0),
                        PEOPLE.get(0),
                        PEOPLE.get(1));
        return new Asked("/api/v0/smart_account/transaction/prepare", body);
    }

    /** A transfer out of {@code from}, in the bytes that a client would send. */
    static Bytes transfer(Address from, Address to) {
        Message message = new Message(
                MessageVersion.LEGACY,
                from,
                new Blockhash(Bytes32.ZERO),
                Array.of(SystemProgram.transfer(from, to, BaseUnits.of(1_000_000))),
                Array.empty());
        return new SolanaFormat().compile(message).get().transaction();
    }
}
