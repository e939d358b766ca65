package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.Traffic;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.access.ApiKeyBook;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.desk.ChainFormats;
import dev.mandate.engine.desk.DesksEngine;
import dev.mandate.engine.desk.DesksParts;
import dev.mandate.engine.desk.NetworkLine;
import dev.mandate.engine.desk.Patience;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.journal.InMemoryJournal;
import dev.mandate.testkit.keys.TestKey;
import dev.mandate.testkit.keys.TestOperatorKey;
import dev.mandate.testkit.keys.TestTokenHash;
import dev.mandate.testkit.simulated.SimulatedChain;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import tools.jackson.databind.node.ObjectNode;

/** The whole service in memory, over one simulated network, with a key for each of two tenants. */
final class Shop {

    private static final UnixTime START = new UnixTime(1_764_547_200);
    private static final long SOL = 1_000_000_000;
    private static final String ALL = "[\"CAN_INITIATE\",\"CAN_VOTE\",\"CAN_EXECUTE\"]";

    final SimulatedChain chain = new SimulatedChain(START);
    final TestKey alice = TestKey.of("alice");
    final TestKey bob = TestKey.of("bob");
    final String acme;
    final String rival;
    final Vector<Endpoint> endpoints;
    private final HttpService service;
    private Vector<String> faults = Vector.empty();

    Shop() {
        InMemoryJournal journal = new InMemoryJournal();
        TestOperatorKey operator = new TestOperatorKey("operator");
        chain.fund(operator.feePayer(), BaseUnits.of(1_000 * SOL));
        chain.fund(alice.address(), BaseUnits.of(10 * SOL));
        chain.fund(bob.address(), BaseUnits.of(10 * SOL));
        DesksEngine desks = new DesksEngine(new DesksParts(
                journal,
                () -> START,
                new SecureRandom(),
                new ChainFormats(SquadsV4Program.PUBLIC, new SolanaFormat(), new SplTokens(), new StrictEd25519()),
                HashMap.of(Network.MAINNET, new NetworkLine(chain, operator)),
                new CreationAllowance(BaseUnits.of(100 * SOL), 1_000),
                Patience.NONE));
        ApiKeyBook keys = new ApiKeyBook(journal, new TestTokenHash(), () -> START, new SecureRandom());
        this.acme = key(keys, "acme");
        this.rival = key(keys, "rival");
        Traffic traffic = new Traffic();
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, Network.MAINNET, "test", ServiceSettings.Grid.SERVED, 0, 0);
        this.endpoints = Api.endpoints(desks, settings, traffic);
        this.service = new HttpService(endpoints, settings, new KeyCheck(keys), () -> START, new NotedFaults(), traffic);
    }

    private static String key(ApiKeyBook keys, String tenant) {
        return keys.create(new Tenant(tenant), "test", HashSet.of(Scope.values()), Option.none()).token();
    }

    Reply answer(Request request) {
        return service.answer(request);
    }

    Reply ask(String token, String method, String path, String body) {
        return answer(new Request(
                method,
                path,
                "",
                Headers.NONE.with("authorization", "Bearer " + token).with("content-type", "application/json"),
                new Body.Complete(Bytes.of(body.getBytes(StandardCharsets.UTF_8))),
                "127.0.0.1"));
    }

    /** A 2-of-2 account of the tenant whose key it is. */
    String account(String token) {
        ObjectNode made = json(ask(token, "POST", "/api/v1/smart-accounts", terms()));
        return made.get("smart_account_address").stringValue();
    }

    String terms() {
        return "{\"smart_account_signers\":[%s,%s],\"threshold\":2}".formatted(signer(alice), signer(bob));
    }

    private static String signer(TestKey key) {
        return "{\"address\":\"%s\",\"permissions\":%s}".formatted(key.address(), ALL);
    }

    /** What went wrong inside: the class of each fault and where it was thrown. */
    Vector<String> faults() {
        return faults;
    }

    static ObjectNode json(Reply reply) {
        return Json.parseObject(reply.body()).get();
    }

    private final class NotedFaults implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public void failed(String requestId, Throwable fault) {
            String where = fault.getStackTrace().length == 0 ? "" : fault.getStackTrace()[0].toString();
            faults = faults.append(fault.getClass().getName() + ": " + fault.getMessage() + " at " + where);
        }
    }
}
