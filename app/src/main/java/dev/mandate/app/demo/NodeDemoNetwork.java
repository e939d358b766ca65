package dev.mandate.app.demo;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A test network behind a node's JSON-RPC interface. One {@code requestAirdrop} gives all SOL of the demo to a key, which passes it on: faucets
 * answer few requests. A node for tests may have {@code testWarpClock}; on any other the demo waits. The keys are new in every run, and
 * amounts are a tenth of those on a simulated chain.
 */
final class NodeDemoNetwork implements DemoNetwork {

    /** The SOL of all people and accounts of the demo. */
    private static final BaseUnits AIRDROP = BaseUnits.of(5 * Demo.SOL / 2);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);
    /** Until airdrop and transfers have landed. */
    private static final int MAX_POLLS = 240;
    /** Until somebody has sent the SOL: ten minutes. */
    private static final int MAX_FUNDING_POLLS = 1_200;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final URI url;
    private final Chain chain;
    private final Pause pause;
    private final DemoOutput output;
    private final String run = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
    private final TestKey faucetKey = TestKey.of(keyLabel("faucet"));
    private final Pace pace;

    /** @param pause waits until the node is asked again */
    NodeDemoNetwork(URI url, Pause pause, DemoOutput output) {
        this.url = url;
        this.chain = new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(url)));
        this.pause = pause;
        this.output = output;
        this.pace = warp(0).isRight() ? Pace.ADVANCED : Pace.REAL;
    }

    /** Returns host and port: path and query of a node's URL may be secret. */
    @Override
    public String name() {
        return "the node at " + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    @Override
    public Pace pace() {
        return pace;
    }

    @Override
    public BaseUnits amount(long lamports) {
        return BaseUnits.of(lamports / 10);
    }

    @Override
    public BaseUnits operatorFunds() {
        return amount(Demo.SOL);
    }

    @Override
    public String keyLabel(String person) {
        return "demo/" + run + "/" + person;
    }

    @Override
    public Either<String, String> fund(Address to, BaseUnits lamports) {
        return balance(faucetKey.address())
                .mapLeft(ChainFault::toString)
                .flatMap(balance -> balance.isZero() ? requestFunds() : Either.right(balance))
                .flatMap(rich -> transfer(to, lamports))
                .map(signature -> "sendTransaction");
    }

    private Either<String, BaseUnits> requestFunds() {
        Either<String, Option<BaseUnits>> given = airdrop().flatMap(taken -> awaited(MAX_POLLS, this::funded));
        return given.fold(
                refused -> {
                    output.fact("funds", "the node gives none (" + refused + "): send " + DemoNames.sol(AIRDROP) + " to "
                            + faucetKey.address() + " within ten minutes");
                    return awaited(MAX_FUNDING_POLLS, this::funded);
                },
                Either::<String, Option<BaseUnits>>right)
                .flatMap(landed -> landed.toEither("no SOL has come to " + faucetKey.address()));
    }

    private Either<ChainFault, Option<BaseUnits>> funded() {
        return balance(faucetKey.address()).map(balance -> Option.some(balance).filter(enough -> enough.compareTo(AIRDROP) >= 0));
    }

    private Either<ChainFault, BaseUnits> balance(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address)))
                .map(found -> found.owned().get(address).map(AccountData::lamports).getOrElse(BaseUnits.ZERO));
    }

    private Either<String, JsonNode> airdrop() {
        return call("requestAirdrop", "\"" + faucetKey.address() + "\"," + AIRDROP);
    }

    private Either<String, JsonNode> warp(long seconds) {
        return call("testWarpClock", "{\"seconds\":" + seconds + "}");
    }

    /** Calls a method that nodes of real networks may not have. */
    private Either<String, JsonNode> call(String method, String params) {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":[%s]}".formatted(method, params)))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            JsonNode answer = JSON.readTree(http.send(request, BodyHandlers.ofByteArray()).body());
            return answer.has("result")
                    ? Either.right(answer.get("result"))
                    : Either.left(answer.path("error").path("message").asString("no answer to " + method));
        } catch (IOException | JacksonException e) {
            return Either.left(e.getClass().getSimpleName());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Either.left("interrupted");
        }
    }

    /** Sends the same bytes until they have landed: a node may forget them. */
    private Either<String, Signature> transfer(Address to, BaseUnits lamports) {
        return chain.latestBlockhash()
                .mapLeft(ChainFault::toString)
                .map(latest -> signed(to, lamports, latest))
                .flatMap(transaction -> awaited(MAX_POLLS, () -> chain.send(transaction).flatMap(this::landed)))
                .flatMap(seen -> seen.toEither("the transfer does not land"));
    }

    private Bytes signed(Address to, BaseUnits lamports, LatestBlockhash latest) {
        Message message = new Message(
                MessageVersion.LEGACY,
                faucetKey.address(),
                latest.blockhash(),
                Array.of(SystemProgram.transfer(faucetKey.address(), to, lamports)),
                Array.empty());
        return KeyRing.of(faucetKey).sign(new SolanaFormat().compile(message).get().transaction());
    }

    private Either<ChainFault, Option<Signature>> landed(SendOutcome sent) {
        return switch (sent) {
            case SendOutcome.Accepted(Signature signature) -> chain.statuses(Array.of(signature))
                    .map(statuses -> statuses.head()
                            .filter(status -> status.failure().isEmpty() && status.finality() != Finality.PROCESSED)
                            .map(status -> signature));
            case SendOutcome.Refused refused -> Either.right(Option.none());
        };
    }

    @Override
    public Either<String, String> pass(long seconds) {
        return switch (pace) {
            case ADVANCED -> warp(seconds).map(warped -> "testWarpClock");
            case REAL -> waited(seconds).map(late -> "the demo waits");
        };
    }

    private Either<String, UnixTime> waited(long seconds) {
        return now().mapLeft(ChainFault::toString)
                .map(start -> start.plusSeconds(seconds))
                .flatMap(end -> awaited(MAX_POLLS, () -> now().map(now -> Option.some(now).filter(late -> !late.isBefore(end)))))
                .flatMap(late -> late.toEither("the node's clock stands still"));
    }

    private Either<ChainFault, UnixTime> now() {
        return chain.accounts(Array.empty()).map(AccountsSnapshot::chainTime);
    }

    /** Polls until there is a value, at most {@code maxPolls} times; none if there never is. */
    private <T> Either<String, Option<T>> awaited(int maxPolls, Supplier<Either<ChainFault, Option<T>>> poll) {
        Either<ChainFault, Option<T>> seen = poll.get();
        for (int polls = 1; polls < maxPolls && !seen.exists(Option::isDefined); polls++) {
            if (pause.rest(POLL_INTERVAL) == Pause.Outcome.INTERRUPTED) {
                return Either.left("interrupted");
            }
            seen = poll.get();
        }
        return seen.mapLeft(ChainFault::toString);
    }
}
