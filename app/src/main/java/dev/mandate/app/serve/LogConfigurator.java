package dev.mandate.app.serve;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.mandate.app.serve.ServeSettings.LogFormat;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Configures the log: the server's own events, and warnings of libraries. Without a server they go to standard error. logback
 * finds this class itself.
 */
public final class LogConfigurator extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        LogLines lines = new LogLines(LogFormat.TEXT, new PrintWriter(System.err, true, StandardCharsets.UTF_8)::println);
        lines.setContext(context);
        lines.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(lines);
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
        context.getLogger(ServeLog.class).setLevel(Level.INFO);
        // It quotes malformed requests, which may contain parts of an API key. The access log has a line for each.
        context.getLogger("org.eclipse.jetty").setLevel(Level.ERROR);
        // It warns if no connection can be accepted, for example because the process has too many open files.
        context.getLogger("org.eclipse.jetty.server.AbstractConnector").setLevel(Level.WARN);
        // It prints a stack trace if another process has already removed a third one's old files.
        context.getLogger("org.sqlite.SQLiteJDBCLoader").setLevel(Level.OFF);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
