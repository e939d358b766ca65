package dev.mandate.app.histories;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.app.histories.AccountLog.State;
import dev.mandate.app.histories.ChainLog.Sender;
import dev.mandate.app.serve.RestartedServer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import tools.jackson.databind.node.ObjectNode;

/** A client of the server. It builds at random, and submits most of it there; the rest it sends to the chain itself. */
final class TenantClient {

    private static final String ACCOUNTS = "/api/v1/smart-accounts";
    private static final String SOL = "11111111111111111111111111111111";

    private final HttpClient http;
    private final RestartedServer server;
    private final ChainLog chain;
    private final Random random;
    private final KeyRing keys = People.keys();

    TenantClient(HttpClient http, RestartedServer server, ChainLog chain, Random random) {
        this.http = http;
        this.server = server;
        this.chain = chain;
        this.random = random;
    }

    /** The answer; none while the server is stopped, or if it stops. */
    static Option<HttpResponse<String>> answer(HttpClient http, RestartedServer server, String method, String path, String body)
            throws InterruptedException {
        try {
            HttpResponse<String> response = http.send(
                    server.request(path).method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build(),
                    BodyHandlers.ofString());
            assertTrue(response.statusCode() < 500 || response.statusCode() == 503, () -> method + " " + path + ": " + response.body());
            return Option.some(response);
        } catch (IOException stopped) {
            return Option.none();
        }
    }

    /** What a call that succeeds answers. */
    static Option<ObjectNode> success(HttpClient http, RestartedServer server, String method, String path, String body) throws InterruptedException {
        return answer(http, server, method, path, body)
                .filter(response -> response.statusCode() < 300)
                .map(response -> Json.parseObject(Bytes.of(response.body().getBytes(StandardCharsets.UTF_8))).get());
    }

    private Option<ObjectNode> success(String method, String path, String body) throws InterruptedException {
        return success(http, server, method, path, body);
    }

    /** Has an account made at the operator's cost; none if the server did not answer that it is there. */
    Option<Address> create() throws InterruptedException {
        var terms = ForeignClient.terms(random);
        String signers = terms.signers()
                .map(signer -> "{\"address\":\"" + signer.address() + "\",\"permissions\":[\"CAN_INITIATE\",\"CAN_VOTE\",\"CAN_EXECUTE\"]}")
                .mkString(",");
        String more = terms.admin().holder().map(admin -> ",\"admin_address\":\"" + admin + "\"").getOrElse("")
                + terms.rentCollector().map(collector -> ",\"rent_collector\":\"" + collector + "\"").getOrElse("");
        return success("POST", ACCOUNTS, "{\"smart_account_signers\":[%s],\"threshold\":%s,\"time_lock\":%s%s}"
                        .formatted(signers, terms.threshold().value(), terms.timeLock().seconds(), more))
                .filter(made -> made.path("status").asString("created").equals("created"))
                .map(made -> Address.of(made.get("smart_account_address").stringValue()));
    }

    /** Imports an account; none if the server did not answer. */
    Option<ObjectNode> importAccount(AccountRef account) throws InterruptedException {
        return success("POST", ACCOUNTS + "/import", "{\"multisig_address\":\"" + account.settings() + "\"}");
    }

    /** Does one thing. */
    void act(AccountLog account) throws InterruptedException {
        Option<State> there = account.state();
        if (there.isEmpty()) {
            return;
        }
        String path = ACCOUNTS + "/" + account.ref.address();
        for (Request request : chosen(account.ref, there.get())) {
            for (ObjectNode built : success(request.method(), path + request.path(), request.body())) {
                submit(path, built);
            }
        }
    }

    private void submit(String path, ObjectNode built) throws InterruptedException {
        if (!built.path("transaction").isString()) {
            return;
        }
        Bytes signed = keys.sign(Bytes.of(Base64.getDecoder().decode(built.get("transaction").stringValue())));
        if (random.nextInt(4) == 0) {
            var unused = chain.send(signed, Sender.ANOTHER_CLIENT);
        } else {
            String transaction = Base64.getEncoder().encodeToString(signed.toArray());
            var unused = success("POST", path + "/submit", "{\"transaction\":\"" + transaction + "\"}");
        }
    }

    private record Request(String method, String path, String body) {}

    private Option<Request> chosen(AccountRef ref, State there) {
        Address by = one(there.people());
        String signers = "{\"transaction_signers\":[\"" + by + "\"]}";
        String admin = there.settings().admin().holder().isDefined() ? "?admin=true" : "";
        Array<Long> open = there.in(Array.of(Proposal.Active.class));
        Array<Long> approved = there.in(Array.of(Proposal.Approved.class));
        return switch (random.nextInt(9)) {
            case 0 -> Option.some(new Request("PATCH", admin, "{\"time_lock\":" + random.nextInt(3) + "}"));
            case 1 -> Option.some(new Request("PATCH", admin, "{\"threshold\":" + (1 + random.nextInt(there.people().length())) + "}"));
            case 2, 3 -> open.headOption()
                    .map(index -> new Request("POST", "/transactions/" + index + (random.nextInt(4) == 0 ? "/reject" : "/approve"), signers))
                    .orElse(() -> approved.headOption().map(index -> new Request("POST", "/transactions/" + index + "/cancel", signers)));
            case 4 -> approved.headOption().map(index -> new Request("POST", "/transactions/" + index + "/execute", signers));
            case 5 -> Option.some(new Request("POST", "/spending-limits" + admin,
                    "{\"amount\":\"1000000\",\"period\":\"DAILY\",\"token_address\":\"%s\",\"spending_limit_signers\":[\"%s\"]}".formatted(SOL, by)));
            case 6 -> there.limits().headOption().map(limit -> new Request("POST", "/spending-limits/" + limit._1 + "/use",
                    "{\"amount\":\"%s\",\"destination\":\"%s\",\"signer\":\"%s\"}".formatted(
                            1 + random.nextInt(1_000), one(People.ADDRESSES), limit._2.terms().signers().head())));
            case 7 -> there.limits().headOption().map(limit -> random.nextBoolean()
                    ? new Request("DELETE", "/spending-limits/" + limit._1 + admin, "")
                    : new Request("PATCH", "/spending-limits/" + limit._1 + admin, "{\"amount\":\"2000000\"}"));
            default -> Option.some(new Request("POST", "/transactions", "{\"transaction\":\"%s\",\"transaction_signers\":[\"%s\"]}".formatted(payment(ref), by)));
        };
    }

    private String payment(AccountRef ref) {
        Message message = new Message(
                MessageVersion.LEGACY,
                ref.address(),
                chain.chain.latestBlockhash().get().blockhash(),
                Array.of(SystemProgram.transfer(ref.address(), one(People.ADDRESSES), BaseUnits.of(1 + random.nextInt(1_000)))),
                Array.empty());
        return Base64.getEncoder().encodeToString(WireTransaction.unsigned(TestTransactions.compiled(message)).serialize().toArray());
    }

    private <T> T one(Array<T> of) {
        return of.get(random.nextInt(of.length()));
    }
}
