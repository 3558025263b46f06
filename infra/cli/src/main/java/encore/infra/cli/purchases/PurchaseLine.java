package encore.infra.cli.purchases;

import encore.infra.cli.terminal.CommandFailed;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A line of a purchase log: customer, date (yyyymmdd), CDs and dollars, separated by spaces.
 *
 * @param line its number, from 1; lines may be equal, so it is part of the purchase's key
 */
public record PurchaseLine(int line, String customer, String date, long discs, BigDecimal dollars) {

    /** Some programs begin each file that they write in UTF-8 with it. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final Pattern LINE =
            Pattern.compile("\\s*([A-Za-z0-9_-]{1,40})\\s+(\\d{8})\\s+(\\d{1,9})\\s+(\\d{1,9}(?:\\.\\d+)?)\\s*");

    /** Returns the key under which the purchase is recorded once and its award counts once. */
    public String key() {
        return customer + "-" + date + "-" + line;
    }

    /**
     * Returns the form to post to Encore.
     *
     * @param network where the purchases were made
     * @param emailDomain the part after the {@code @} of the addresses that are made of the customers' keys
     */
    public Map<String, String> form(String network, String emailDomain) {
        return Map.of(
                "network",
                network,
                "purchase_key",
                network + "-" + key(),
                "order_key",
                key(),
                "merchant_key",
                network,
                "customer_key",
                customer,
                "email",
                customer.toLowerCase(Locale.ROOT) + "@" + emailDomain,
                "order_timestamp",
                date.substring(0, 4) + "-" + date.substring(4, 6) + "-" + date.substring(6) + " 00:00:00",
                "gross_sale_amount",
                dollars.toPlainString(),
                "net_sale_amount",
                dollars.toPlainString(),
                "product_category",
                "cds");
    }

    /** Reads a whole file, gzipped or plain. It fails before anything is sent if a line is wrong. */
    public static List<PurchaseLine> readAll(Path file) {
        List<PurchaseLine> purchaseLines = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            String text;
            for (int line = 1; (text = lines.readLine()) != null; line++) {
                String content = line == 1 && text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
                if (!content.isBlank()) {
                    purchaseLines.add(parse(line, content));
                }
            }
        } catch (NoSuchFileException missing) {
            throw new CommandFailed("There is no file " + file + ".");
        } catch (IOException unreadable) {
            throw new CommandFailed("The file " + file + " cannot be read: " + unreadable.getMessage() + ".");
        }
        return purchaseLines;
    }

    private static PurchaseLine parse(int line, String text) {
        Matcher parts = LINE.matcher(text);
        if (!parts.matches()) {
            throw new CommandFailed(
                    "Line " + line + " is not customer, date (yyyymmdd), CDs and dollars: " + text.strip());
        }
        return new PurchaseLine(
                line, parts.group(1), parts.group(2), Long.parseLong(parts.group(3)), new BigDecimal(parts.group(4)));
    }

    private static InputStream open(Path file) throws IOException {
        BufferedInputStream raw = new BufferedInputStream(Files.newInputStream(file));
        raw.mark(2);
        boolean gzipped = raw.read() == 0x1f && raw.read() == 0x8b;
        raw.reset();
        return gzipped ? new GZIPInputStream(raw, 1 << 16) : raw;
    }
}
