#!/usr/bin/env python3
"""Generates clients from /openapi.json with openapi-generator, in Java and TypeScript: they compile and make the README's calls.

    infra/bench/clients.py [--at http://localhost:8080 --keys data/demo-keys.json] [--keep DIR]

Without --at a server of its own is started. It needs Maven and npm; the generator and everything that its clients need go
into a temporary directory.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import urllib.request

from encore_bench import Server, java

GENERATOR = "org.openapitools:openapi-generator-cli:7.17.0"
TYPESCRIPT = "typescript@5.8.3"
AXIOS = "axios@1.13.2"

JAVA = """
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;
import java.time.LocalDate;

public class Calls {
    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        client.setRequestInterceptor(
                request -> request.header("Api-Key", arguments[1]).header("Api-Secret", arguments[2]));
        var fans = new FansApi(client);
        var points = new PointsApi(client);
        var ada = new AddFanRequest().firstName("Ada").lastName("Lovelace").email("ada@example.com");
        long fan = fans.addFan(null, ada).getFanId();
        must(fan == fans.addFan(null, new AddFanRequest().email("ada@example.com")).getFanId());
        String uid = points.createPointType(new CreatePointTypeRequest().pointName("applause"), null).getPointUid();
        points.awardPointsByName(fan, new AwardPointsByNameRequest().pointName("applause").pointCount(50L), null);
        var award = new AwardPointsRequest().fanId(fan).pointUid(uid).pointCount(20L).awardKey("java");
        must(points.awardPoints(award, null).getFanPointUid()
                .equals(points.awardPoints(award, null).getFanPointUid()));
        must(points.findBalances(fan, null, null).stream().anyMatch(balance -> balance.getBalance() >= 70));
        points.findPoints(LocalDate.parse("2020-01-01"), LocalDate.parse("2099-12-31"), "applause", null, null);
        must(fans.searchFans(@SEARCH@).getData().stream().anyMatch(row -> row.getFanId() == fan));
        try {
            points.awardPointsByName(fan, new AwardPointsByNameRequest().pointName("nobody's").pointCount(1L), null);
            must(false);
        } catch (ApiException refused) {
            must(refused.getCode() == 400 && refused.getResponseBody().contains("point_name"));
        }
    }

    private static void must(boolean right) {
        if (!right) {
            throw new AssertionError();
        }
    }
}
"""

TYPED = """
import { isAxiosError } from 'axios';
import { Configuration, FansApi, PointsApi } from './client';

const [at, key, secret] = process.argv.slice(2);
const settings = new Configuration({ basePath: at, baseOptions: { headers: { 'Api-Key': key, 'Api-Secret': secret } } });
const fans = new FansApi(settings);
const points = new PointsApi(settings);

function must(right: boolean): void {
  if (!right) throw new Error('not as it should be');
}

async function calls(): Promise<void> {
  const { fan_id: fanId } = (await fans.addFan({
    addFanRequest: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', latitude: 1, longitude: 2, tag_vip: true } })).data;
  must(fanId === (await fans.addFan({ addFanRequest: { email: 'ada@example.com' } })).data.fan_id);
  const { point_uid } = (await points.createPointType({
    createPointTypeRequest: { point_name: 'applause' } })).data;
  await points.awardPointsByName({
    fanId, awardPointsByNameRequest: { point_name: 'applause', point_count: 50 } });
  const award = { awardPointsRequest: { fan_id: fanId, point_uid, point_count: 20, award_key: 'typescript' } };
  must((await points.awardPoints(award)).data.fan_point_uid
    === (await points.awardPoints(award)).data.fan_point_uid);
  must((await points.findBalances({ fanId })).data.some(row => row.balance >= 70));
  await points.findPoints({ startDate: '2020-01-01', endDate: '2099-12-31', pointName: 'applause' });
  must((await fans.searchFans({ name: 'ada' })).data.data.some(row => row.fan_id === fanId));
  try {
    await points.awardPointsByName({
      fanId, awardPointsByNameRequest: { point_name: "nobody's", point_count: 1 } });
  } catch (refused) {
    must(isAxiosError(refused) && refused.response?.status === 400
      && JSON.stringify(refused.response.data).includes('point_name'));
    return;
  }
  throw new Error('not refused');
}

calls().catch(failed => { console.error(failed); process.exit(1); });
"""


def run(*command, cwd=None):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout[-8000:]}\n{done.stderr[-8000:]}")


def generate(language, folder, *more):
    jar = next(os.path.join(options.keep, name) for name in os.listdir(options.keep) if name.endswith(".jar"))
    run(java(), "-jar", jar, "generate", "-g", language, "-i", os.path.join(options.keep, "openapi.json"), "-o", folder, *more)


def by_java(at, key, secret):
    folder = os.path.join(options.keep, "java")
    generate("java", folder, "--library", "native", "--additional-properties", "openApiNullable=false")
    source = os.path.join(folder, "src", "main", "java")
    with open(os.path.join(source, "org", "openapitools", "client", "api", "FansApi.java")) as api:
        text = api.read()
    # The generated search method has many parameters; only the name is given.
    head = text.split(" searchFans(", 1)[1].split(")", 1)[0]
    names = [parameter.split()[-1] for parameter in head.split(", ")]
    with open(os.path.join(source, "Calls.java"), "w") as calls:
        calls.write(JAVA.replace("@SEARCH@", ", ".join('"ada"' if name == "name" else "null" for name in names)))
    run("mvn", "-q", "-B", "compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath", cwd=folder)
    with open(os.path.join(folder, "classpath")) as classpath:
        run(java(), "-cp", os.path.join(folder, "target", "classes") + ":" + classpath.read().strip(), "Calls", at, key, secret)


def by_typescript(at, key, secret):
    folder = os.path.join(options.keep, "typescript")
    # Not typescript-fetch: it sends its Date as a time where the API expects a day.
    generate("typescript-axios", os.path.join(folder, "client"), "--additional-properties", "useSingleRequestParameter=true")
    with open(os.path.join(folder, "calls.ts"), "w") as calls:
        calls.write(TYPED)
    run("npm", "install", "--no-save", "--prefix", folder, TYPESCRIPT, AXIOS, "@types/node@22")
    run(os.path.join(folder, "node_modules", ".bin", "tsc"), "--strict", "--target", "es2022", "--module", "commonjs",
        "--lib", "es2022,dom", "--types", "node", "--outDir", "out", "calls.ts", cwd=folder)
    run("node", os.path.join(folder, "out", "calls.js"), at, key, secret)


arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("--at")
arguments.add_argument("--keys")
arguments.add_argument("--keep")
options = arguments.parse_args()
kept = options.keep is not None
options.keep = os.path.abspath(options.keep or tempfile.mkdtemp(prefix="encore-clients-"))
os.makedirs(options.keep, exist_ok=True)
server = None
if options.at is None:
    server = Server(os.path.join(options.keep, "data"))
    os.makedirs(server.data)
    server.start()
    options.at, options.keys = f"http://127.0.0.1:{server.port}", os.path.join(server.data, "demo-keys.json")
try:
    with open(options.keys) as keys:
        pair = json.load(keys)
    urllib.request.urlretrieve(options.at + "/openapi.json", os.path.join(options.keep, "openapi.json"))
    run("mvn", "-q", "-B", "dependency:copy", f"-Dartifact={GENERATOR}", f"-DoutputDirectory={options.keep}")
    for name, client in {"Java": by_java, "TypeScript": by_typescript}.items():
        client(options.at, pair["api_key"], pair["api_secret"])
        print(f"{name}: compiles, and makes the README's calls", flush=True)
finally:
    if server:
        server.stop()
    if not kept:
        shutil.rmtree(options.keep, ignore_errors=True)
