package encore.infra.standalone.stores;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Says that the disk is full when a start fails of it, without a stack trace. */
class FullDiskAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (isFullDisk(cause)) {
                return new FailureAnalysis(
                        "There is no room left on the disk of the data directory (" + cause.getMessage()
                                + "), so Encore does not start. Nothing is lost. Make room, and start it again.",
                        null,
                        failure);
            }
        }
        return null;
    }

    private static boolean isFullDisk(Throwable cause) {
        return switch (cause) {
            case IOException io -> String.valueOf(io.getMessage()).contains("No space left on device");
            case SQLiteException sqlite ->
                sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL
                        || sqlite.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
            default -> false;
        };
    }
}
