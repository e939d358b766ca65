package dev.mandate.testsupport.postgres;

import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A private PostgreSQL server: a new cluster in a temporary folder, on a free port of the loopback interface. Server and folder
 * disappear when this process ends, in whatever way. Not thread-safe.
 */
public final class PostgresServer implements AutoCloseable {

    /** The only role, a superuser. */
    public static final String USER = "mandate";

    /** The role's password. Only this machine can reach the server, and only while it runs. */
    public static final String PASSWORD = "not-a-secret-8c1f";

    /** The name by which a standby is known to its primary, for {@code synchronous_standby_names}. */
    public static final String STANDBY = "standby";

    private static final Set<String> READY = HashSet.of("ready", "standby");
    private static final int POLLS = 600;
    private static final int POLL_MILLIS = 50;

    /**
     * Runs the server until a word or the end of the pipe arrives. After a word the folder stays. {@code $1} is the folder; the
     * server's command follows.
     */
    private static final String KEEPER =
            """
            folder=$1; shift
            "$@" >> "$folder/log" 2>&1 &
            read -r word || word=
            { read -r pid < "$folder/data/postmaster.pid" && kill -INT "$pid"; } 2> /dev/null
            wait
            [ -n "$word" ] || rm -rf "$folder"
            """;

    /** Whether commits survive the loss of power. If so, every commit waits for the disk. */
    public enum Durability {
        /** Every commit waits for the disk. */
        FULL,
        /** No commit waits. For tests that do not concern durability. */
        NONE
    }

    private final PostgresBinaries binaries;
    private final Path folder;
    private final int port;
    private final Durability durability;
    private Option<Process> keeper = Option.none();

    private PostgresServer(PostgresBinaries binaries, Path folder, int port, Durability durability) {
        this.binaries = binaries;
        this.folder = folder;
        this.port = port;
        this.durability = durability;
    }

    /** Starts a server with one empty database. */
    public static Either<PostgresUnavailable, PostgresServer> start(Durability durability) {
        return PostgresBinaries.find().flatMap(binaries -> {
            try {
                Path folder = Files.createTempDirectory("mandate-postgres-");
                PostgresServer server = new PostgresServer(binaries, folder, freePort(), durability);
                Option<PostgresUnavailable> problem = server.initialize().orElse(server::start);
                problem.forEach(unavailable -> server.close());
                return problem.<Either<PostgresUnavailable, PostgresServer>>map(Either::left)
                        .getOrElse(Either.right(server));
            } catch (IOException e) {
                return Either.left(new PostgresUnavailable.DidNotStart(e.toString()));
            }
        });
    }

    /** Starts a standby of this server, a copy that gets all that is written from now on. It takes over with {@code pg_promote()}. */
    public Either<PostgresUnavailable, PostgresServer> startStandby() {
        try {
            Path copy = Files.createTempDirectory("mandate-postgres-");
            PostgresServer standby = new PostgresServer(binaries, copy, freePort(), durability);
            Option<PostgresUnavailable> problem = owned(copy)
                    .orElse(() -> run(binaries.command(
                            "pg_basebackup",
                            "--dbname=host=127.0.0.1 port=" + port + " user=" + USER + " password=" + PASSWORD
                                    + " application_name=" + STANDBY,
                            "--pgdata=" + standby.data(),
                            "--write-recovery-conf",
                            "--checkpoint=fast",
                            "--no-sync")))
                    .orElse(standby::start);
            problem.forEach(unavailable -> standby.close());
            return problem.<Either<PostgresUnavailable, PostgresServer>>map(Either::left).getOrElse(Either.right(standby));
        } catch (IOException e) {
            return Either.left(new PostgresUnavailable.DidNotStart(e.toString()));
        }
    }

    private static Option<PostgresUnavailable> owned(Path folder) {
        for (String owner : PostgresBinaries.owner()) {
            return run(Array.of("chown", "-R", owner, folder.toString()));
        }
        return Option.none();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns the JDBC URL of the database, with user and password. */
    public String url() {
        return url(Array.of(this));
    }

    /** Returns the JDBC URL of the database on all these servers, with user and password. */
    public static String url(Array<PostgresServer> servers) {
        return "jdbc:postgresql://" + servers.map(server -> "127.0.0.1:" + server.port).mkString(",") + "/postgres?user=" + USER + "&password="
                + PASSWORD;
    }

    private Option<PostgresUnavailable> initialize() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        return owned(folder).orElse(() -> run(binaries.command(
                "initdb",
                "--pgdata=" + data(),
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync")));
    }

    private Path data() {
        return folder.resolve("data");
    }

    private static Option<PostgresUnavailable> run(Array<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command.asJava()).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Option.when(process.waitFor() != 0, () -> new PostgresUnavailable.DidNotStart(output.strip()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Option.some(new PostgresUnavailable.DidNotStart("interrupted"));
        } catch (IOException e) {
            return Option.some(new PostgresUnavailable.DidNotStart(e.toString()));
        }
    }

    /** Starts the server again on the same port and with the same data. Does nothing while it runs. */
    public Option<PostgresUnavailable> start() {
        if (keeper.isDefined()) {
            return Option.none();
        }
        Array<String> server = binaries.command(
                "postgres",
                "-D", data().toString(),
                "-p", Integer.toString(port),
                "-c", "listen_addresses=127.0.0.1",
                "-c", "unix_socket_directories=",
                "-c", "max_connections=200",
                "-c", "fsync=" + (durability == Durability.FULL ? "on" : "off"));
        try {
            Process process = new ProcessBuilder(Array.of("sh", "-c", KEEPER, "sh", folder.toString())
                            .appendAll(server)
                            .asJava())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            keeper = Option.some(process);
            return awaitReady();
        } catch (IOException e) {
            return Option.some(new PostgresUnavailable.DidNotStart(e.toString()));
        }
    }

    /** The server is ready when the eighth line of its pid file says so. A standby is ready for reading. */
    private Option<PostgresUnavailable> awaitReady() {
        for (int poll = 0; poll < POLLS; poll++) {
            List<String> lines = pidFile();
            if (lines.size() >= 8 && READY.contains(lines.get(7).strip()) && isAlive()) {
                return Option.none();
            }
            pause();
        }
        return Option.some(new PostgresUnavailable.DidNotStart(log()));
    }

    private List<String> pidFile() {
        try {
            return Files.readAllLines(data().resolve("postmaster.pid"));
        } catch (IOException notThereYet) {
            return List.of();
        }
    }

    /** Returns whether the pid file is of a running server, not of a killed one. */
    private boolean isAlive() {
        return process().map(ProcessHandle::isAlive).getOrElse(false);
    }

    private Option<ProcessHandle> process() {
        List<String> lines = pidFile();
        return lines.isEmpty()
                ? Option.none()
                : Option.ofOptional(ProcessHandle.of(Long.parseLong(lines.getFirst().strip())));
    }

    private String log() {
        try {
            String text = Files.readString(folder.resolve("log")).strip();
            return text.substring(Math.max(0, text.length() - 2_000));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Stops the server after an orderly end of its sessions; the data stays. */
    public void stop() {
        tellKeeper("stop\n");
    }

    /** Kills the server and all its processes (SIGKILL), like a fault of the machine. Data that reached the disk stays. */
    public void kill() {
        for (ProcessHandle server : process()) {
            // List the children, then kill the parent first: it would restart them.
            List<ProcessHandle> children = server.descendants().toList();
            if (!server.destroyForcibly()) {
                throw new IllegalStateException("the server can't be killed");
            }
            children.forEach(ProcessHandle::destroyForcibly);
            while (server.isAlive() || children.stream().anyMatch(ProcessHandle::isAlive)) {
                pause();
            }
        }
        tellKeeper("killed\n");
    }

    /** Stops the server and removes its folder. */
    @Override
    public void close() {
        if (keeper.isDefined()) {
            tellKeeper("");
            return;
        }
        Option<PostgresUnavailable> problem = run(Array.of("rm", "-rf", folder.toString()));
        problem.forEach(left -> System.err.println("left behind: " + folder + ", " + left.explanation()));
    }

    private void tellKeeper(String word) {
        for (Process process : keeper) {
            try (var pipe = process.outputWriter(StandardCharsets.US_ASCII)) {
                pipe.write(word);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            boolean interrupted = false;
            while (process.isAlive()) {
                try {
                    interrupted |= process.waitFor() < 0;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        keeper = Option.none();
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server starts or ends", e);
        }
    }
}
