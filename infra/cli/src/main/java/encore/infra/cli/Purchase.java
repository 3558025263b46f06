package encore.infra.cli;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A line of a purchase log: customer, date (yyyymmdd), CDs, dollars, with space between.
 *
 * @param line its number, from 1; lines may be alike, so it is part of what identifies a purchase
 */
record Purchase(int line, String customer, String date, long discs) {

    private static final Pattern LINE =
            Pattern.compile("\\s*([A-Za-z0-9_-]{1,40})\\s+(\\d{8})\\s+(\\d{1,9})\\s+(\\d{1,9}(?:\\.\\d+)?)\\s*");

    /** By which an award for it is honoured once. */
    String awardKey() {
        return customer + "-" + date + "-" + line;
    }

    /** Reads a whole file, gzipped or plain, and fails before anything is sent when a line is not right. */
    static List<Purchase> readAll(Path file) {
        List<Purchase> purchases = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            String text;
            for (int line = 1; (text = lines.readLine()) != null; line++) {
                if (!text.isBlank()) {
                    purchases.add(parse(line, text));
                }
            }
        } catch (NoSuchFileException missing) {
            throw new CommandFailed("There is no file " + file + ".");
        } catch (IOException unreadable) {
            throw new CommandFailed("The file " + file + " cannot be read: " + unreadable.getMessage() + ".");
        }
        return purchases;
    }

    private static Purchase parse(int line, String text) {
        Matcher parts = LINE.matcher(text);
        if (!parts.matches()) {
            throw new CommandFailed(
                    "Line " + line + " is not customer, date (yyyymmdd), CDs and dollars: " + text.strip());
        }
        return new Purchase(line, parts.group(1), parts.group(2), Long.parseLong(parts.group(3)));
    }

    private static InputStream open(Path file) throws IOException {
        BufferedInputStream raw = new BufferedInputStream(Files.newInputStream(file));
        raw.mark(2);
        boolean gzipped = raw.read() == 0x1f && raw.read() == 0x8b;
        raw.reset();
        return gzipped ? new GZIPInputStream(raw, 1 << 16) : raw;
    }
}
