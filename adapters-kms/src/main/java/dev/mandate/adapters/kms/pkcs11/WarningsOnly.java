package dev.mandate.adapters.kms.pkcs11;

import org.slf4j.LoggerFactory;
import org.xipki.pkcs11.wrapper.Logger;

/** Passes the warnings of the wrapper on. By itself it would write to standard output. */
final class WarningsOnly implements Logger {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger("org.xipki.pkcs11");

    @Override
    public void info(String format, Object... arguments) {}

    @Override
    public void warn(String format, Object... arguments) {
        LOG.warn(format, arguments);
    }

    @Override
    public void error(String format, Object... arguments) {
        LOG.error(format, arguments);
    }

    @Override
    public void debug(String format, Object... arguments) {}

    @Override
    public void trace(String format, Object... arguments) {}

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }
}
